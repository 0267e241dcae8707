/** The router: maps paths to pages, on the browser's history. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'room'; readonly code: string; readonly key: string }
  | { readonly page: 'watch'; readonly code: string; readonly key: string }
  | { readonly page: 'embed'; readonly code: string; readonly key: string }
  | { readonly page: 'overlay'; readonly code: string; readonly key: string }
  | { readonly page: 'replay'; readonly code: string; readonly key: string }
  | { readonly page: 'take'; readonly code: string; readonly ticket: string }
  | { readonly page: 'games' }
  | { readonly page: 'game'; readonly id: string; readonly query: string }
  | { readonly page: 'leaderboard'; readonly game: string | undefined }
  /** `id` is empty for the player of this browser; `games` shows only that player's correspondence duels. */
  | { readonly page: 'player'; readonly id: string; readonly games?: boolean }
  | { readonly page: 'daily'; readonly day: string; readonly beat: string }
  | { readonly page: 'tournaments'; readonly id: string }
  | { readonly page: 'clubs'; readonly id: string }
  | { readonly page: 'lost' }

/** The key of a room by link only: the fragment of the address, which browsers never send to a server. */
const KEY = /^#([\w-]{11})$/

/** The ticket for another device of the player, also the fragment. */
const TICKET = /^#([A-Za-z0-9-]{12,20})$/

/** A day of the calendar. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The id of a player, behind the name in the address of a page. */
const PLAYER = /^(?:.*-)?([\w-]{12})$/

/** The id in the query of a link "Beat my run": the player who made the run. */
const BEAT = /[?&]beat=([\w-]{12})(?:&|$)/

/** The path of a room's page, with the room's key where it has one. */
export function pathTo(page: 'r' | 'watch' | 'replay', code: string, key = '', query = ''): string {
  return `/${page}/${code}${query}${key && `#${key}`}`
}

/** The path of a player's page, with name and id; undefined if this page shows no players' pages. Points are left out of the name: the server would take the path for a file. */
export function pathToPlayer(name: string, id: string): string | undefined {
  const path = `/player/${encodeURIComponent(name.replace(/[\s/?#%.]+/g, '-'))}-${id}`
  return routeOf(path).page === 'lost' ? undefined : path
}

/** The route of a path, its fragment and its query. */
export function routeOf(path: string, hash = '', query = ''): Route {
  const [first, second, ...more] = path.split('/').filter(Boolean)
  if (first === undefined) return { page: 'home' }
  if (more.length) return { page: 'lost' }
  if (first === 'leaderboard') return { page: 'leaderboard', game: second }
  if (first === 'take') return { page: 'take', code: (second ?? '').toUpperCase(), ticket: TICKET.exec(hash)?.[1] ?? '' }
  if (first === 'daily') return second === undefined || DAY.test(second) ? { page: 'daily', day: second ?? '', beat: BEAT.exec(query)?.[1] ?? '' } : { page: 'lost' }
  if (first === 'me' && (second === undefined || second === 'games')) return { page: 'player', id: '', games: !!second }
  if (first === 'tournaments' && second === undefined) return { page: 'tournaments', id: '' }
  if (first === 'clubs' && second === undefined) return { page: 'clubs', id: '' }
  if (first === 'games' && second === undefined) return { page: 'games' }
  if (second === undefined) return { page: 'lost' }
  const code = second.toUpperCase()
  const key = KEY.exec(hash)?.[1] ?? ''
  if (first === 'r') return { page: 'room', code, key }
  if (first === 'watch') return { page: 'watch', code, key }
  if (first === 'embed') return { page: 'embed', code, key }
  if (first === 'overlay') return { page: 'overlay', code, key }
  if (first === 'replay') return { page: 'replay', code, key }
  if (first === 'player') {
    const id = PLAYER.exec(second)?.[1]
    return id === undefined ? { page: 'lost' } : { page: 'player', id }
  }
  if (first === 't') return { page: 'tournaments', id: second.toLowerCase() }
  if (first === 'club') return { page: 'clubs', id: second.toLowerCase() }
  if (first === 'games') return { page: 'game', id: second, query }
  return { page: 'lost' }
}

/**
 * True if this page is embedded in another site's page: it shows one room, without a player's identity. Links open
 * a new window, because nobody may play in a frame: the other site could lay its own page over it.
 */
export const isEmbedded = routeOf(location.pathname).page === 'embed'

/** True if this page watches without the player's identity, because that player may be at a table in another window. */
export const isAnonymous = isEmbedded || routeOf(location.pathname).page === 'overlay'

function currentRoute(): Route {
  return routeOf(location.pathname, location.hash, location.search)
}

class Router {
  route = $state.raw<Route>(currentRoute())

  constructor() {
    addEventListener('popstate', () => (this.route = currentRoute()))
    document.addEventListener('click', (event) => this.#clicked(event))
  }

  /** Go to a path of this page. */
  go(path: string, how: 'push' | 'replace' = 'push'): void {
    if (isEmbedded) {
      open(path, '_blank', 'noopener')
      return
    }
    if (how === 'push') history.pushState(null, '', path)
    else history.replaceState(null, '', path)
    this.route = currentRoute()
    scrollTo(0, 0)
  }

  /** Change the shown address of this page, for reloads and for people who get the link. */
  rename(path: string): void {
    history.replaceState(null, '', path)
  }

  /** Links within the page need no new page. */
  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
    if (link.pathname === location.pathname && link.hash) return
    event.preventDefault()
    this.go(link.pathname + link.search + link.hash)
  }
}

export const router = new Router()
