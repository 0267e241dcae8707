/** Registers the service worker, which shows a message and the rules while there is no connection. */

/** Let the worker keep the offline page in this language. Browsers without workers, and plain HTTP, have no offline page. */
export function keepOffline(language: string): void {
  if (!('serviceWorker' in navigator)) return
  // The language is part of the worker's address, so another language registers another worker, which replaces the first.
  navigator.serviceWorker.register(`/sw.js?language=${language}`).catch(() => undefined)
}
