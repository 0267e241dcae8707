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
        chunkFileNames: ({ name }) => `assets/${name.startsWith(SHARED) ? SHARED : name}-[hash].js`,
        // All that every page needs is one file, and what several need comes in a few: left to itself it were a file for each set
        // of pages that need the same, seventy in all, of which a table asked for fifty.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 2 },
            { name: SHARED, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000, priority: 1 },
          ],
        },
      },
    },
  },
  // One thread at a time: as many as there are processors would be in the way of the tests that run beside these. Tests that put
  // something else in a module's place, or in a global's, have modules of their own, which all others share.
  test: {
    pool: 'threads',
    maxWorkers: 1,
    projects: [
      { extends: true, test: { name: 'together', include: ['src/**/*.test.ts'], exclude: [ALONE], isolate: false, setupFiles: ['src/settings.setup.ts'] } },
      { extends: true, test: { name: 'alone', include: [ALONE] } },
    ],
  },
  server: {
    proxy: { '/ws': { target: SERVER, ws: true }, '/api': SERVER },
  },
})
