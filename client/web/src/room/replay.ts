/** A replay: boards that can be set to any moment of a finished race, and the race's story. Only the boards that it draws change. */

import type { Millis, Replay, ReplayBoard, RoomState, Seat, TableEvent } from '../wire/types'
import { KINDS } from '../kinds/registry'
import { hasPartners, isBrokenOff, isInRounds, sideOf, sideStandings } from '../kinds/sides'
import { applyEvents, boardFrom, copyBoard, type Board } from '../table/board'
import { leaderOf } from './leader'

/** The number of steps between two kept positions, from which going back is quick. */
const EVERY = 40

export class Film {
  readonly #steps: readonly (readonly [Millis, readonly TableEvent[]])[]
  readonly #kept: Board[]
  #board: Board
  #at = 0

  constructor(board: ReplayBoard) {
    this.#steps = board.steps
    this.#board = boardFrom(board.start)
    this.#kept = [copyBoard(this.#board)]
  }

  /** The number of steps made at a moment. */
  stepsAt(moment: Millis): number {
    let [low, high] = [0, this.#steps.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#steps[middle] as readonly [Millis, unknown])[0] <= moment) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The table at a moment. The next call changes the returned object. */
  boardAt(moment: Millis): Board {
    return this.boardAfter(this.stepsAt(moment))
  }

  /** The table after `steps` steps. The next call changes the returned object. */
  boardAfter(steps: number): Board {
    const wanted = Math.min(steps, this.#steps.length)
    if (wanted < this.#at) {
      this.#at = Math.floor(wanted / EVERY) * EVERY
      this.#board = copyBoard(this.#kept[this.#at / EVERY] as Board)
    }
    while (this.#at < wanted) {
      applyEvents(this.#board, (this.#steps[this.#at] as readonly [Millis, readonly TableEvent[]])[1])
      this.#at++
      if (this.#at % EVERY === 0) this.#kept[this.#at / EVERY] ??= copyBoard(this.#board)
    }
    return this.#board
  }
}

/** The table of a replay after `steps` steps. */
export function boardAfter(board: ReplayBoard, steps: number): Board {
  return new Film(board).boardAfter(steps)
}

/** A turn of the story: a player takes the lead, wins, gives up, or is too late; a match ends in a draw; or its next round begins. */
export interface Mark {
  readonly at: Millis
  readonly seat: number
  readonly kind: 'lead' | 'home' | 'stood' | 'late' | 'drawn' | 'round'
  /** The number of the round that begins. */
  readonly round?: number
}

/** The turns in order. If turns are closer together than `least`, only the most important is kept: an end outweighs a lead. */
export function apart(marks: readonly Mark[], least: Millis): Mark[] {
  const weightiest = [...marks].sort((a, b) => Number(a.kind === 'lead') - Number(b.kind === 'lead'))
  const kept: Mark[] = []
  for (const mark of weightiest) if (kept.every(({ at }) => Math.abs(at - mark.at) >= least)) kept.push(mark)
  return kept.sort((a, b) => a.at - b.at)
}

/** The data of a story: a replay, or a race that the page has seen, without boards. */
export interface Tale {
  readonly state: RoomState
  readonly progress: readonly (readonly [Millis, number, number])[]
  readonly boards?: Replay['boards']
  readonly scores?: Replay['scores']
}

/** The story of a race: each player's progress at each moment, and the score of a match. */
export class Story {
  readonly #state: RoomState
  readonly #progress: Tale['progress']
  /** The moment of a seat's last step, or of its end, by seat. */
  readonly #ends: ReadonlyMap<number, Millis>
  /** The moments at which a seat's standing changes, in order. */
  readonly #moments: readonly Millis[]
  /** The beginnings of all rounds but the first, where a match has rounds. */
  readonly #rounds: readonly Mark[]

  /** The score of a match from a moment on, in order. */
  readonly #scores: NonNullable<Tale['scores']>

  constructor({ state, progress, boards = [], scores = [] }: Tale) {
    this.#state = state
    this.#progress = progress
    const lasts = new Map(boards.map(({ seat, steps }) => [seat, steps.at(-1)?.[0] ?? 0]))
    const end = progress.at(-1)?.[0] ?? 0
    // A game at one table has one board, with seat 0.
    this.#ends = new Map(state.seats.map(({ seat, ended }) => [seat, ended ?? lasts.get(seat) ?? lasts.get(0) ?? end]))
    const last = Math.max(end, ...this.#ends.values())
    // The room may have been closed long after the last step.
    this.#scores = scores.map(([at, score]) => [Math.min(at, last), score])
    this.#moments = [...new Set([...[...progress, ...this.#scores].map(([at]) => at), ...this.#ends.values()])].sort((a, b) => a - b)
    this.#rounds = isInRounds(state.options) ? roundsOf(progress) : []
  }

  /** The moment of the last step, or of the last racer's end. */
  get length(): Millis {
    return this.#moments.at(-1) ?? 0
  }

  /** The latest moment, not after this one, at which a standing changed. */
  changeBefore(moment: Millis): Millis {
    return this.#moments.findLast((at) => at <= moment) ?? 0
  }

  /** The room at a moment: each seat's progress, and its state. */
  roomAt(moment: Millis): RoomState {
    const reached = new Map<number, number>()
    for (const [at, seat, progress] of this.#progress) if (at <= moment) reached.set(seat, progress)
    const [, match] = this.#scores.findLast(([at]) => at <= moment) ?? []
    return { ...this.#state, phase: 'running', seats: this.#seatsAt(moment, reached), ...(match ? { match } : {}) }
  }

  /** The turns of the story in order, without leads that lasted less than `least`. */
  marks(least: Millis): Mark[] {
    return [...this.#leads(least), ...this.#rounds, ...this.#finishes()].sort((a, b) => a.at - b.at)
  }

  /** The seat that leads alone; with partners the lowest of the side that does. */
  leaderOf(seats: readonly Seat[]): number | undefined {
    return leaderOf(hasPartners(this.#state.options) ? sideStandings(seats) : seats)
  }

  #seatsAt(moment: Millis, reached: ReadonlyMap<number, number>): Seat[] {
    return this.#state.seats.map((seat) => {
      const isOver = (this.#ends.get(seat.seat) ?? 0) <= moment
      return { ...seat, present: true, progress: reached.get(seat.seat) ?? 0, state: isOver ? seat.state : 'playing' }
    })
  }

  #leads(least: Millis): Mark[] {
    // If a player's game ends at that moment, the end is the news, and not that the winner leads.
    const changes = this.leads(new Set(this.#ends.values()))
    const lasting = changes.filter(({ at }, i) => (changes[i + 1]?.at ?? Infinity) - at >= least)
    return lasting.filter(({ at, seat }, i) => seat !== lasting[i - 1]?.seat || this.#beginsRound(lasting[i - 1]?.at ?? 0, at))
  }

  /** True if a round begins after the moment `from`, and not after `to`. */
  #beginsRound(from: Millis, to: Millis): boolean {
    return this.#rounds.some(({ at }) => at > from && at <= to)
  }

  /** Each change of the lead, in order, without those at the moments of `but`. A player who only draws level takes no lead. */
  leads(but: ReadonlySet<Millis> = new Set()): Mark[] {
    const changes: Mark[] = []
    const reached = new Map<number, number>()
    let next = 0
    for (const at of this.#moments) {
      for (let entry = this.#progress[next]; entry && entry[0] <= at; entry = this.#progress[++next]) reached.set(entry[1], entry[2])
      const seat = this.leaderOf(this.#seatsAt(at, reached))
      const last = changes.at(-1)
      const led = last && !this.#beginsRound(last.at, at) ? last.seat : undefined
      if (seat !== undefined && !but.has(at) && seat !== led) changes.push({ at, seat, kind: 'lead' })
    }
    return changes
  }

  #finishes(): Mark[] {
    const { kind, seats } = this.#state
    const stood = this.#endsOf(seats.filter(({ state }) => state === 'stood'), 'stood')
    if (!KINDS[kind].ownBoards) return [...stood, ...this.#endsOf(seats.filter(({ state }) => state === 'late'), 'late'), ...this.#wins()]
    return [...this.#endsOf(seats.filter(({ state }) => state === 'finished'), 'home'), ...stood]
  }

  #endsOf(seats: readonly Seat[], kind: Mark['kind']): Mark[] {
    return seats.map(({ seat }) => ({ at: this.#ends.get(seat) ?? 0, seat, kind }))
  }

  /** The winners of the games of a match at one table. At its end both players are done, so the results name the winner. */
  #wins(): Mark[] {
    const { progress_max, seats, results, options } = this.#state
    // The games before the last were won by the player who had got rid of the pile, or by partners who both had.
    const before = this.#progress.filter(([at, seat, value], i) => value === progress_max && at < this.length && this.#isPartnerDone(seat, i))
    const winner = results?.rows.find(({ won }) => won)
    const last = this.#endsOf(seats.filter(({ seat }) => seat === (winner ?? seats[0])?.seat), winner ? 'home' : 'drawn')
    const isDecided = results && !isBrokenOff(seats, options)
    return [...before.map(([at, seat]): Mark => ({ at, seat, kind: 'home' })), ...(isDecided ? last : [])]
  }

  /** True if the partner of a seat has got rid of the pile before this entry, or plays no more; true without partners. */
  #isPartnerDone(seat: number, entry: number): boolean {
    const { options, progress_max, seats } = this.#state
    if (!hasPartners(options)) return true
    const [at = 0] = this.#progress[entry] ?? []
    const partner = seats.find((one) => one.seat !== seat && sideOf(one.seat) === sideOf(seat))
    if (!partner || (partner.state !== 'finished' && (this.#ends.get(partner.seat) ?? 0) <= at)) return true
    return this.#progress.slice(0, entry).findLast(([, one]) => one === partner.seat)?.[2] === progress_max
  }
}

/** The beginnings of all rounds but the first: players who had cards home have none again. */
function roundsOf(progress: Tale['progress']): Mark[] {
  const begun: Mark[] = []
  const reached = new Map<number, number>()
  for (const [at, seat, now] of progress) {
    if (now < (reached.get(seat) ?? 0) && begun.at(-1)?.at !== at) begun.push({ at, seat, kind: 'round', round: begun.length + 2 })
    reached.set(seat, now)
  }
  return begun
}
