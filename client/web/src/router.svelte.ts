/** Which page is shown: a table of paths over the browser's history. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'room'; readonly code: string }
  | { readonly page: 'watch'; readonly code: string }
  | { readonly page: 'replay'; readonly code: string }
  | { readonly page: 'game'; readonly id: string }
  | { readonly page: 'leaderboard'; readonly game: string | undefined }
  | { readonly page: 'lost' }

/** The page that a path means. */
export function routeOf(path: string): Route {
  const [first, second, ...more] = path.split('/').filter(Boolean)
  if (first === undefined) return { page: 'home' }
  if (more.length) return { page: 'lost' }
  if (first === 'leaderboard') return { page: 'leaderboard', game: second }
  if (second === undefined) return { page: 'lost' }
  const code = second.toUpperCase()
  if (first === 'r') return { page: 'room', code }
  if (first === 'watch') return { page: 'watch', code }
  if (first === 'replay') return { page: 'replay', code }
  if (first === 'games') return { page: 'game', id: second }
  return { page: 'lost' }
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname))

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)))
    document.addEventListener('click', (event) => this.#clicked(event))
  }

  /** Go to a path of this page. */
  go(path: string, how: 'push' | 'replace' = 'push'): void {
    if (how === 'push') history.pushState(null, '', path)
    else history.replaceState(null, '', path)
    this.route = routeOf(location.pathname)
    scrollTo(0, 0)
  }

  /** Links within the page need no new page. */
  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
    if (link.pathname === location.pathname && link.hash) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

export const router = new Router()
