/** A duel on this page: its state, the side at the bottom, and the player's possible actions. */

import { said } from '../i18n/late/late'
import type { Room } from '../room/room.svelte'
import { isAction, type Pick } from '../table/moves'
import { SPECTATORS, type Move, type Spot } from '../wire/types'
import { eventsAhead } from '../turns/ahead'
import { isFresh, leftIn, timely } from './bank'
import { groupName } from '../table/names'
import { dueSources, taskOf } from './forced'
import { whyNotThis } from './refused'
import { ownerOf, sidesOf, duelStateOf, type Side } from './sides'

const NO_PILES: readonly number[][] = []

export class Duel {
  constructor(readonly room: Room) {}

  /** The side at the bottom: the player's own, or for spectators the first. */
  readonly bottom = $derived.by<Side>(() => (this.room.seat === 1 ? 1 : 0))
  readonly top = $derived.by<Side>(() => (this.bottom === 1 ? 0 : 1))
  readonly sides = $derived.by(() => this.room.layout && sidesOf(this.room.layout))

  readonly view = $derived.by(() => {
    const { room } = this
    // After the end the players also get the spectators' stream, in which both hands are open.
    const isOpen = room.role === 'spectator' || room.state?.phase === 'finished'
    return isOpen ? (room.boards.get(SPECTATORS) ?? room.own) : room.own
  })

  readonly #board = $derived.by(() => {
    void this.view?.version
    return this.view?.shown
  })

  readonly state = $derived.by(() => this.sides && this.#board && duelStateOf(this.sides, this.#board.counters))
  /** True if a game of the match is over. */
  readonly isOver = $derived.by(() => this.state?.phase === 'over')
  readonly running = $derived.by(() => this.room.state?.phase === 'running')
  readonly playing = $derived.by(() => this.running && this.room.role === 'player' && !this.isOver)
  readonly isMine = $derived.by(() => this.playing && this.state?.seat === this.room.seat)
  readonly moves = $derived.by<readonly Move[]>(() => (this.isMine && !this.room.waiting ? timely(this.room.moves, true) : []))
  /** The calls that the player may make while the other is on turn. */
  readonly #calls = $derived.by<readonly Move[]>(() => (this.playing && !this.isMine && !this.room.waiting ? timely(this.room.moves, false) : []))
  /** The legal actions that have buttons: those without cards, and at Russian Bank the turning of the stock. */
  readonly buttons = $derived.by(() => [...this.moves, ...this.#calls].filter((move): move is [string, ...Spot[]] => isAction(move) && (move.length === 1 || move[0] === 'turn')))
  readonly task = $derived.by(() => (this.sides?.bank ? 'turn' : this.sides && this.state ? taskOf(this.sides, this.state, this.piles, this.room.moves) : 'turn'))
  /** Piles whose top card has to be played. */
  readonly due = $derived.by(() => new Set(this.isMine && this.sides && this.state ? dueSources(this.sides, this.state, this.moves, this.task) : []))

  /** True if the cards lie as they were dealt: nobody has played one. */
  readonly isDealt = $derived.by(() => {
    const { sides } = this
    if (!sides || !this.running || this.isOver) return false
    if (sides.bank) return isFresh(sides.bank, this.piles)
    return [...sides.centre, sides.completed, ...sides.of.flatMap(({ discards }) => discards)].every((pile) => !this.piles[pile]?.length)
  })

  get piles(): readonly (readonly number[])[] {
    return this.#board?.piles ?? NO_PILES
  }

  /** The state of the game for the player, in a sentence. */
  readonly status = $derived.by(() => {
    if (!this.state || !this.running || this.isOver) return ''
    if (this.isMine) return this.sides?.bank ? said('bank.task') : said(`duel.task.${this.task}`)
    const name = this.named(this.state.seat)
    return this.state.phase === 'offer' ? said('duel.offered', { name }) : said('duel.turn', { name })
  })

  readonly named = (seat: number): string =>
    seat === this.room.seat ? said('duel.you') : (this.room.state?.seats.find((one) => one.seat === seat)?.name ?? '')

  /** True if this player's action is awaited. */
  isAwaited(side: Side): boolean {
    return this.running && !this.isOver && this.state?.seat === side
  }

  /** True if this player stands: the hand is frozen, or the player declined to play. */
  stands(side: Side): boolean {
    return this.state?.standing[side] === true
  }

  /** A pile of Russian Bank in words. */
  pileNamed(pile: number): string {
    const { sides, room } = this
    let first = 0
    for (const group of room.layout?.groups ?? []) {
      const nth = pile - first
      first += group.places.length
      if (pile >= first) continue
      const owner = sides && ownerOf(sides, pile)
      if (owner === undefined) return group.id === 'houses' ? said('bank.house', { n: nth + 1 }) : groupName(group)
      return owner === room.seat ? said(`bank.own.${group.id as 'reserve'}`) : said(`bank.${group.id as 'reserve'}`, { name: this.named(owner) })
    }
    return ''
  }

  /** Cards that this player still has to get rid of. */
  left(side: Side): number {
    const bank = this.sides?.bank
    if (bank && this.piles.length) return leftIn(bank, side, this.piles)
    return this.sides ? (this.piles[this.sides.of[side].riddance]?.length ?? this.room.state?.progress_max ?? 0) : 0
  }

  /** Why a press on this card does nothing; undefined while the page waits for an answer, which may change that. */
  whyNot(at: Pick): string | undefined {
    const { sides, bottom: own, isMine, task, piles } = this
    if (!sides || this.room.waiting) return undefined
    if (sides.bank) return !isMine ? said('duel.why.turn', { name: this.named(this.top) }) : ownerOf(sides, at.pile) === this.top ? said('duel.why.theirs', { name: this.named(this.top) }) : undefined
    return whyNotThis({ sides, own, piles, isMine, task, rival: this.named(this.top) }, at)
  }

  play(move: Move): void {
    void this.room.play(move, eventsAhead(move, this.piles))
  }
}
