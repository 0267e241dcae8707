import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** The server that `npm run dev` talks to. */
const SERVER = process.env['CADOGAN_SERVER'] ?? 'http://localhost:8000'

const ALONE = 'src/**/*.alone.test.ts'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../../server/cadogan_server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  // One thread at a time: as many as there are processors would be in the way of the tests that run beside these. Tests that put
  // something else in a module's place, or in a global's, have modules of their own, which all others share.
  test: {
    pool: 'threads',
    maxWorkers: 1,
    projects: [
      { extends: true, test: { name: 'together', include: ['src/**/*.test.ts'], exclude: [ALONE], isolate: false } },
      { extends: true, test: { name: 'alone', include: [ALONE] } },
    ],
  },
  server: {
    proxy: { '/ws': { target: SERVER, ws: true }, '/api': SERVER },
  },
})
