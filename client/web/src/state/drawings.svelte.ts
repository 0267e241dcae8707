/** Small pictures of the games, made when the page has nothing better to do: it is complete without them. */

import { SvelteMap } from 'svelte/reactivity'
import { whenIdle } from '../idle'
import type { DrawnGroup } from '../table/drawing'

/** So many are made in one idle moment, that no moment gets long. */
const AT_ONCE = 2

class Drawings {
  #urls = new SvelteMap<string, string>()
  #asked = false

  /** Fetch what is to be drawn, unless it is there, and draw `first` before the others. */
  load(first: readonly string[]): void {
    if (this.#asked) return
    this.#asked = true
    whenIdle(() => void this.#fetch(first).catch(() => (this.#asked = false)))
  }

  /** The address of a game's picture, as soon as it is made. */
  of(game: string): string | undefined {
    return this.#urls.get(game)
  }

  async #fetch(first: readonly string[]): Promise<void> {
    const [{ draw }, answer] = await Promise.all([import('../table/drawing'), fetch('/api/layouts')])
    if (!answer.ok) throw new Error(`/api/layouts answered ${answer.status}`)
    const layouts = (await answer.json()) as Record<string, DrawnGroup[]>
    const left = [...new Set([...first, ...Object.keys(layouts)])].filter((id) => id in layouts)
    const drawSome = () => {
      for (const id of left.splice(0, AT_ONCE)) this.#urls.set(id, `data:image/svg+xml,${encodeURIComponent(draw(layouts[id] as DrawnGroup[]))}`)
      if (left.length) whenIdle(drawSome)
    }
    whenIdle(drawSome)
  }
}

export const drawings = new Drawings()
