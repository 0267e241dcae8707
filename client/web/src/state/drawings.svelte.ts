/** Small pictures of the games, fetched when the page has nothing better to do: it is complete without them. */

import type { DrawnGroup } from '../table/drawing'

class Drawings {
  #urls = $state.raw<ReadonlyMap<string, string>>(new Map())
  #asked = false

  /** Fetch the pictures in an idle moment, unless they are there. */
  load(): void {
    if (this.#asked) return
    this.#asked = true
    const fetched = () => this.#fetch().catch(() => (this.#asked = false))
    if ('requestIdleCallback' in globalThis) requestIdleCallback(fetched, { timeout: 2000 })
    else setTimeout(fetched, 300)
  }

  /** The address of a game's picture. */
  of(game: string): string | undefined {
    return this.#urls.get(game)
  }

  async #fetch(): Promise<void> {
    const [{ draw }, answer] = await Promise.all([import('../table/drawing'), fetch('/api/layouts')])
    if (!answer.ok) throw new Error(`/api/layouts answered ${answer.status}`)
    const drawn = Object.entries((await answer.json()) as Record<string, DrawnGroup[]>)
    this.#urls = new Map(drawn.map(([id, groups]) => [id, `data:image/svg+xml,${encodeURIComponent(draw(groups))}`]))
  }
}

export const drawings = new Drawings()
