/**
 * The service worker: without a connection, a page that is opened shows a short message and the rules of all games. The page of a
 * game shows that game's rules first, unfolded.
 *
 * It keeps one file, /offline/XX, in the language of the page that registered it, and answers nothing but the opening of pages, and
 * these only when the network fails. So no game, no token and no older version of the page ever comes out of a cache.
 *
 * It also shows the news that the server sends while the page is closed, if the player has asked for it (account/news.ts).
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

/** A name in small letters, without accents, blanks and marks, as `catalogue.meant` compares the names in addresses. */
function plainly(name) {
  try {
    name = decodeURIComponent(name)
  } catch {
    // An address with broken escapes is compared as it is.
  }
  return name.normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** The offline page with the rules of the game whose page has this path unfolded above all others. */
function withGame(html, path) {
  const wanted = /^\/games\/([^/]+)$/.exec(path)?.[1]
  if (!wanted) return html
  const games = [...html.matchAll(/<details id="([^"]*)"><summary>([^<]*)<\/summary>[^]*?<\/details>\n?/g)]
  const name = plainly(wanted)
  const isMeant = ([, id, title]) => plainly(id) === name || plainly(title) === name
  const game = games.find(isMeant) ?? games.find(([, id]) => plainly(id).startsWith(name))
  if (!game) return html
  const [text] = game
  const first = games[0].index
  const others = html.slice(first, game.index) + html.slice(game.index + text.length)
  return html.slice(0, first) + text.replace('<details', '<details open') + others
}

async function open(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    // If this fails, the earlier file stays, and the worker's next start tries again.
    if (!isFresh) event.waitUntil(keep().catch(() => (isFresh = false)))
    return answer
  } catch (error) {
    const kept = await caches.match(page)
    if (!kept) throw error
    const headers = new Headers(kept.headers)
    for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
    return new Response(withGame(await kept.text(), new URL(event.request.url).pathname), { headers })
  }
}

/** The text of news: in the words that the page has left here when it subscribed, or else in the server's English. */
async function wordsOf({ kind, text, names, reminds }) {
  const kept = await caches.match('/news-words', { cacheName: 'cadogan-news' })
  const words = kept && (await kept.json())[reminds ? 'reminder' : kind]
  return words ? words.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '') : text
}

/** Show news. While the page is in sight it says the same by itself. */
async function show(news) {
  const pages = await clients.matchAll({ type: 'window' })
  if (pages.some((page) => page.visibilityState === 'visible')) return
  await registration.showNotification('Cadogan', { body: await wordsOf(news), tag: news.kind + news.url, icon: '/icon-192.png', data: news.url })
}

/** Go to the page of news: where it is open already, or in a new window, so that no game is left by it. */
async function visit(path) {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return
  const pages = await clients.matchAll({ type: 'window' })
  const there = pages.find((page) => new URL(page.url).pathname === url.pathname)
  await (there ? there.focus() : clients.openWindow(url.href))
}

addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(visit(event.notification.data))
})
addEventListener('install', (event) => event.waitUntil(keep().then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(open(event))
})
