/** Registers the service worker, which shows a message and the rules where there is no connection. */

/** Have the worker keep the page without a connection in this language; a browser without workers has none, as does plain HTTP. */
export function keepOffline(language: string): void {
  if (!('serviceWorker' in navigator)) return
  // The language is part of the address: another one is another worker, which takes the place of the first.
  navigator.serviceWorker.register(`/sw.js?language=${language}`).catch(() => undefined)
}
