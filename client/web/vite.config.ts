import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** The server that `npm run dev` talks to. */
const SERVER = process.env['CADOGAN_SERVER'] ?? 'http://localhost:8000'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../../server/cadogan_server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  // One thread at a time: as many as there are processors would be in the way of the tests that run beside these.
  test: { pool: 'threads', maxWorkers: 1 },
  server: {
    proxy: { '/ws': { target: SERVER, ws: true }, '/api': SERVER },
  },
})
