import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { language } from './i18n/index.svelte'
import { connection } from './state/connection'

/** The fewest milliseconds between two reloads because of a missing file. */
const RELOADS = 60_000

// A server with a newer page has no files of this one. A reload continues with the newer page at the same address.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('cadogan.reloaded'))
  if (Date.now() - last < RELOADS) return
  event.preventDefault()
  sessionStorage.setItem('cadogan.reloaded', String(Date.now()))
  location.reload()
})

connection.connect()
// No await at the top level: a fetched file may import this one, and each would wait for the other.
void language.choose().then(() => mount(App, { target: document.getElementById('app') as HTMLElement }))
