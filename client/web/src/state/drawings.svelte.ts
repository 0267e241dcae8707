/** Small pictures of the games, made in idle moments. The page is complete without them. */

import { SvelteMap } from 'svelte/reactivity'
import { whenIdle } from '../base/idle'
import type { DrawnGroup } from '../table/drawing'

/** The number of pictures made in one idle moment, so that none takes long. */
const AT_ONCE = 2

type Layouts = Record<string, DrawnGroup[]>

async function fetchLayouts(): Promise<Layouts> {
  const answer = await fetch('/api/v1/layouts')
  if (!answer.ok) throw new Error(`/api/v1/layouts answered ${answer.status}`)
  return (await answer.json()) as Layouts
}

/** The key under which a picture is kept. */
function nameOf(game: string, down: boolean): string {
  return down ? `${game} down` : game
}

class Drawings {
  #urls = new SvelteMap<string, string>()
  #asked = new Set<string>()
  #layouts: Promise<Layouts> | undefined

  /** Make the missing pictures of these games, in this order; `down`: with all cards face down. */
  load(games: readonly string[], down = false): void {
    const left = games.filter((id) => !this.#asked.has(nameOf(id, down)))
    if (!left.length) return
    for (const id of left) this.#asked.add(nameOf(id, down))
    whenIdle(() => void this.#make(left, down).catch(() => this.#forget(left, down)))
  }

  /** The URL of a game's picture; undefined until it was made. */
  of(game: string, down = false): string | undefined {
    return this.#urls.get(nameOf(game, down))
  }

  async #make(games: readonly string[], down: boolean): Promise<void> {
    this.#layouts ??= fetchLayouts()
    const [{ draw }, layouts] = await Promise.all([import('../table/drawing'), this.#layouts])
    const left = games.filter((id) => id in layouts)
    const drawSome = () => {
      for (const id of left.splice(0, AT_ONCE)) this.#urls.set(nameOf(id, down), `data:image/svg+xml,${encodeURIComponent(draw(layouts[id] as DrawnGroup[], down))}`)
      if (left.length) whenIdle(drawSome)
    }
    whenIdle(drawSome)
  }

  /** Forget pictures that could not be made, so that they are tried again. */
  #forget(games: readonly string[], down: boolean): void {
    this.#layouts = undefined
    for (const id of games) this.#asked.delete(nameOf(id, down))
  }
}

export const drawings = new Drawings()
