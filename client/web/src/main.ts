import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { language } from './i18n/index.svelte'
import { connection } from './state/connection'

/** Between two reloads for a missing file at least this many milliseconds pass. */
const RELOADS = 60_000

// A server with a newer page no longer has the files of this one: the newer page goes on where this one stands.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('cadogan.reloaded'))
  if (Date.now() - last < RELOADS) return
  event.preventDefault()
  sessionStorage.setItem('cadogan.reloaded', String(Date.now()))
  location.reload()
})

connection.connect()
// Nothing is awaited here itself: what is fetched may need the file that this is in, and would wait for it in turn.
void language.choose().then(() => mount(App, { target: document.getElementById('app') as HTMLElement }))
