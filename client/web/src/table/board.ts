/** A table on this page: the cards of each pile, and the key of each card's element on the page. Pure. */

import { COUNTED, HIDDEN, HOLDS, LIFTED, SHIFTED, SHOWN, TURNED, VEILED, type TableEvent, type TableState } from '../wire/types'

/**
 * Cards have no identity on the wire, so the board gives each a key of its own and moves the keys along with the
 * cards. A key stays with its card for as long as the board lives, and the element on the page with the key.
 */
export interface Board {
  readonly piles: number[][]
  readonly keys: number[][]
  readonly counters: number[]
  /** The next unused key. */
  next: number
}

/** The board of a snapshot. Cards that lay in the same place of `before` keep their keys. */
export function boardFrom(table: TableState, before?: Board): Board {
  const board: Board = {
    piles: table.piles.map((pile) => [...pile]),
    keys: table.piles.map(() => []),
    counters: [...table.counters],
    next: before?.next ?? 0,
  }
  const spare = before ? looseKeys(before, board) : new Map<number, number[]>()
  board.piles.forEach((pile, p) => {
    const keys = board.keys[p] as number[]
    pile.forEach((code, i) => {
      const same = before?.piles[p]?.[i] === code ? before.keys[p]?.[i] : undefined
      keys.push(same ?? spare.get(code)?.shift() ?? spare.get(VEILED)?.shift() ?? spare.get(HIDDEN)?.shift() ?? board.next++)
    })
  })
  return board
}

/** By face, the keys of cards in `before` that lie elsewhere in `after`, so that these cards glide to their new places. */
function looseKeys(before: Board, after: Board): Map<number, number[]> {
  const spare = new Map<number, number[]>()
  before.piles.forEach((pile, p) => {
    pile.forEach((code, i) => {
      if (after.piles[p]?.[i] === code) return
      const keys = spare.get(code) ?? []
      keys.push(before.keys[p]?.[i] as number)
      spare.set(code, keys)
    })
  })
  return spare
}

/** A copy that can be changed without changing the original. */
export function copyBoard(board: Board): Board {
  return {
    piles: board.piles.map((pile) => [...pile]),
    keys: board.keys.map((keys) => [...keys]),
    counters: [...board.counters],
    next: board.next,
  }
}

/** An event does not fit the board, so the board must be requested again. */
export class BoardError extends Error {}

function pileOf<T>(piles: T[][], index: number): T[] {
  const pile = piles[index]
  if (!pile) throw new BoardError(`there is no pile ${index}`)
  return pile
}

function need(condition: boolean, what: string): void {
  if (!condition) throw new BoardError(what)
}

/** Carry out one event. Throws `BoardError` if it does not fit, and may leave the board half changed then. */
export function applyEvent(board: Board, event: TableEvent): void {
  switch (event[0]) {
    case SHIFTED: {
      const [, from, to, n] = event
      const pile = pileOf(board.piles, from)
      need(pile.length >= n, `pile ${from} holds fewer than ${n} cards`)
      const at = pile.length - n
      pileOf(board.piles, to).push(...pile.splice(at, n))
      pileOf(board.keys, to).push(...pileOf(board.keys, from).splice(at, n))
      return
    }
    case TURNED: {
      const [, from, to, cards] = event
      const pile = pileOf(board.piles, from)
      const n = cards.length
      need(pile.length >= n, `pile ${from} holds fewer than ${n} cards`)
      pile.splice(pile.length - n, n)
      pileOf(board.piles, to).push(...cards)
      const keys = pileOf(board.keys, from)
      pileOf(board.keys, to).push(...keys.splice(keys.length - n, n).reverse())
      return
    }
    case LIFTED: {
      const [, from, i, to, j, cards] = event
      const n = cards.length
      need(pileOf(board.piles, from).length >= i + n, `pile ${from} has no cards ${i} to ${i + n}`)
      pileOf(board.piles, from).splice(i, n)
      pileOf(board.piles, to).splice(j, 0, ...cards)
      const keys = pileOf(board.keys, from).splice(i, n)
      pileOf(board.keys, to).splice(j, 0, ...keys)
      return
    }
    case SHOWN: {
      const [, index, i, card] = event
      const pile = pileOf(board.piles, index)
      need(i >= 0 && i < pile.length, `pile ${index} has no card ${i}`)
      pile[i] = card
      return
    }
    case HOLDS: {
      const [, index, cards] = event
      const pile = pileOf(board.piles, index)
      const keys = pileOf(board.keys, index)
      board.piles[index] = [...cards]
      board.keys[index] = keysFor(cards, pile, keys, board)
      return
    }
    case COUNTED: {
      const [, counter, value] = event
      need(counter >= 0 && counter < board.counters.length, `there is no counter ${counter}`)
      board.counters[counter] = value
      return
    }
  }
}

/** The keys of a re-ordered pile: each card gets the key of a card that looked the same; the others get the remaining keys. */
function keysFor(cards: readonly number[], old: readonly number[], keys: readonly number[], board: Board): number[] {
  const byFace = new Map<number, number[]>()
  old.forEach((code, i) => {
    const list = byFace.get(code) ?? []
    list.push(keys[i] as number)
    byFace.set(code, list)
  })
  const given = cards.map((code) => byFace.get(code)?.shift())
  const left = [...byFace.values()].flat()
  return given.map((key) => key ?? left.shift() ?? board.next++)
}

/** True if the board has the cards that an event moves. */
export function fits(board: Board, event: TableEvent): boolean {
  const size = (pile: number) => board.piles[pile]?.length ?? -1
  if (event[0] === SHIFTED) return size(event[1]) >= event[3]
  if (event[0] === LIFTED) return size(event[1]) >= event[2] + event[5].length && size(event[3]) >= event[4]
  return true
}

/** Carry out several events in order. */
export function applyEvents(board: Board, events: readonly TableEvent[]): void {
  for (const event of events) applyEvent(board, event)
}
