/**
 * The service worker: without a connection, a page that is opened shows a short message and the rules of all games.
 *
 * It keeps one file, /offline/XX, in the language of the page that registered it, and answers nothing but the opening of pages, and
 * these only when the network fails. So no game, no token and no older version of the page ever comes out of a cache.
 */

const CACHE = 'cadogan-offline'
const language = new URL(location.href).searchParams.get('language') ?? 'en'
const page = `/offline/${language}`

/** True once this run of the worker has fetched the file; each run fetches it once. */
let isFresh = false

async function keep() {
  isFresh = true
  const answer = await fetch(page, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${page} answered ${answer.status}`)
  const cache = await caches.open(CACHE)
  await cache.put(page, answer)
  for (const { url } of await cache.keys()) if (new URL(url).pathname !== page) await cache.delete(url)
}

async function open(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    // If this fails, the earlier file stays, and the worker's next start tries again.
    if (!isFresh) event.waitUntil(keep().catch(() => (isFresh = false)))
    return answer
  } catch (error) {
    const kept = await caches.match(page)
    if (kept) return kept
    throw error
  }
}

addEventListener('install', (event) => event.waitUntil(keep().then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(open(event))
})
