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
  // All test files in one thread, each in a context of its own: a worker for each takes three times as long to start as the tests take.
  test: { pool: 'vmThreads', maxWorkers: 1 },
  server: {
    proxy: { '/ws': { target: SERVER, ws: true }, '/api': SERVER },
  },
})
