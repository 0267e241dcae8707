/** Small pictures of the games, made when the page has nothing better to do: it is complete without them. */

import { SvelteMap } from 'svelte/reactivity'
import { whenIdle } from '../idle'
import type { DrawnGroup } from '../table/drawing'

/** So many are made in one idle moment, that no moment gets long. */
const AT_ONCE = 2

type Layouts = Record<string, DrawnGroup[]>

async function fetchLayouts(): Promise<Layouts> {
  const answer = await fetch('/api/v1/layouts')
  if (!answer.ok) throw new Error(`/api/v1/layouts answered ${answer.status}`)
  return (await answer.json()) as Layouts
}

class Drawings {
  #urls = new SvelteMap<string, string>()
  #asked = new Set<string>()
  #layouts: Promise<Layouts> | undefined

  /** Make the pictures of these games, in this order, but for those that are made or on their way. */
  load(games: readonly string[]): void {
    const left = games.filter((id) => !this.#asked.has(id))
    if (!left.length) return
    for (const id of left) this.#asked.add(id)
    whenIdle(() => void this.#make(left).catch(() => this.#forget(left)))
  }

  /** The address of a game's picture, as soon as it is made. */
  of(game: string): string | undefined {
    return this.#urls.get(game)
  }

  async #make(games: readonly string[]): Promise<void> {
    this.#layouts ??= fetchLayouts()
    const [{ draw }, layouts] = await Promise.all([import('../table/drawing'), this.#layouts])
    const left = games.filter((id) => id in layouts)
    const drawSome = () => {
      for (const id of left.splice(0, AT_ONCE)) this.#urls.set(id, `data:image/svg+xml,${encodeURIComponent(draw(layouts[id] as DrawnGroup[]))}`)
      if (left.length) whenIdle(drawSome)
    }
    whenIdle(drawSome)
  }

  /** What could not be fetched may be asked for again. */
  #forget(games: readonly string[]): void {
    this.#layouts = undefined
    for (const id of games) this.#asked.delete(id)
  }
}

export const drawings = new Drawings()
