import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** The server that `npm run dev` talks to. */
const SERVER = process.env['CADOGAN_SERVER'] ?? 'http://localhost:8000'

const ALONE = 'src/**/*.alone.test.ts'
const SHARED = 'shared'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../../server/cadogan_server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Files that several pages need have a short name, because the first load has the names of the files of all pages.
        chunkFileNames: ({ name }) => `assets/${name.startsWith(SHARED) ? SHARED : name}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => (name.startsWith(SHARED) ? `assets/${SHARED}-[hash][extname]` : 'assets/[name]-[hash][extname]'),
        // One file holds all that every page needs. Code of several pages comes in a file for each set of pages that need the same.
        // Sets of less than half a kilobyte are merged. A higher threshold saves requests, but it adds to a first table what only other
        // pages need: at 30,000 bytes the front page and a table took 13 files and 128,500 bytes, at 500 bytes 23 files and 117,000.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 2 },
            { name: SHARED, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 500, priority: 1 },
          ],
        },
      },
    },
  },
  // One thread at a time: as many as there are processors would be in the way of the tests that run beside these. Tests that put
  // something else in a module's place, or in a global's, have modules of their own, which all others share.
  // Modules are kept as compiled, by their text, in `node_modules`: to compile them anew was a third of the time.
  test: {
    pool: 'threads',
    maxWorkers: 1,
    experimental: { fsModuleCache: true },
    projects: [
      { extends: true, test: { name: 'together', include: ['src/**/*.test.ts'], exclude: [ALONE], isolate: false, setupFiles: ['src/settings.setup.ts'] } },
      { extends: true, test: { name: 'alone', include: [ALONE] } },
    ],
  },
  server: {
    proxy: { '/ws': { target: SERVER, ws: true }, '/api': SERVER },
  },
})
