import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

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
  server: {
    proxy: { '/ws': { target: SERVER, ws: true }, '/api': SERVER },
  },
})
