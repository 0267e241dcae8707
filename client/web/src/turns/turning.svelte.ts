/** A player's part at a shared table by turns: whose turn it is, what is possible, and why a press does nothing. */

import { capital } from '../base/text'
import { language } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import { hasPartners } from '../kinds/sides'
import { moveRefused } from '../race/refused'
import type { Room } from '../room/room.svelte'
import { Rounds } from '../shared/rounds.svelte'
import { notices } from '../state/notices.svelte'
import { isAction, pilesOfMove, type Pick } from '../table/moves'
import { cardName, rankName } from '../table/names'
import type { Refusal } from '../wire/connection.svelte'
import { OTHERS, type Move, type Spot } from '../wire/types'
import { eventsAhead } from './ahead'
import { countsDown, isWild, partnerOf, partsOf, turnStateOf, wanted } from './parts'

const NO_PILES: readonly (readonly number[])[] = []
const NO_POINTS: readonly number[] = []

export class Turning {
  picks = $state<Pick[]>([])
  readonly rounds: Rounds

  constructor(readonly room: Room) {
    this.rounds = new Rounds(
      () => this.score,
      () => this.state?.isOver,
    )
  }

  readonly layout = $derived.by(() => this.room.layout)
  readonly parts = $derived.by(() => this.layout && partsOf(this.layout))
  /** The seat at the bottom of the table; undefined for spectators. */
  readonly own = $derived.by(() => (this.room.role === 'player' ? this.room.seat : undefined))
  readonly partners = $derived.by(() => this.room.state !== undefined && hasPartners(this.room.state.options))
  readonly partner = $derived.by(() => partnerOf(this.own, this.partners))
  readonly view = $derived.by(() => {
    const { room } = this
    // After the end the players also get the spectators' stream, in which all hands are open.
    const isOpen = room.role === 'spectator' || room.state?.phase === 'finished'
    return isOpen ? (room.boards.get(OTHERS) ?? room.own) : room.own
  })

  readonly #board = $derived.by(() => {
    void this.view?.version
    return this.view?.shown
  })

  readonly state = $derived.by(() => (this.parts && this.#board ? turnStateOf(this.parts, this.#board.counters) : undefined))
  readonly running = $derived.by(() => this.room.state?.phase === 'running')
  /** True between two games of a match. */
  readonly isBetween = $derived.by(() => this.running && this.state?.isOver === true && countsDown(this.room.state?.clock))
  /** True if the player is in play. */
  readonly on = $derived.by(() => this.running && this.own !== undefined && this.room.mySeat?.state === 'playing' && this.state?.isOver === false)
  readonly isMine = $derived.by(() => this.on && this.state?.seat === this.own)
  readonly moves = $derived.by<readonly Move[]>(() => (this.isMine && !this.room.waiting ? this.room.moves : []))
  /** The legal action without cards: ending a turn with an empty hand. */
  readonly stand = $derived.by(() => this.moves.find((move) => isAction(move) && move.length === 1))
  /** The seat that is awaited; undefined between games. */
  readonly awaited = $derived.by(() => (this.running && this.state?.isOver === false ? this.state.seat : undefined))
  /** True if the cards lie as they were dealt: nobody has played one. */
  readonly isDealt = $derived.by(() => {
    const { parts } = this
    return !!parts && this.running && !this.state?.isOver && [...parts.centre, parts.completed, ...parts.of.flatMap(({ discards }) => discards)].every((pile) => !this.piles[pile]?.length)
  })

  get piles(): readonly (readonly number[])[] {
    return this.#board?.piles ?? NO_PILES
  }

  get score(): readonly number[] {
    return this.room.state?.match ?? NO_POINTS
  }

  /** The state of the game for whoever looks, in a sentence. */
  readonly status = $derived.by(() => {
    if (this.awaited === undefined) return ''
    if (!this.isMine) return said('duel.turn', { name: this.named(this.awaited) })
    if (this.picks.some(({ pile, index }) => isWild(this.piles[pile]?.[index]))) return said('duel.task.wild')
    return this.stand ? said('duel.task.empty') : said('duel.task.turn')
  })

  readonly named = (seat: number): string =>
    seat === this.own ? said('duel.you') : (this.room.state?.seats.find((one) => one.seat === seat)?.name ?? '')

  /** A press must not play a wild card at once, unless it lies on a pile to get rid of. */
  isSpared({ pile, index }: Pick): boolean {
    return !this.parts?.of.some(({ riddance }) => riddance === pile) && isWild(this.piles[pile]?.[index])
  }

  /** The move that putting a card on this pile would be. The page sends it, so that the server says why it is illegal. */
  meant(at: Pick, pile: number): Move {
    const { parts } = this
    const isOfHand = parts?.of.some(({ hand }) => hand === at.pile)
    if (!parts?.centre.includes(pile)) return ['discard', [at.pile, at.index], pile]
    const spot: Spot = isOfHand ? [at.pile, at.index] : at.pile
    return ['play', spot, pile]
  }

  /** Why a press on this card does nothing; undefined while the page waits for an answer, which may change that. */
  whyNot({ pile, index }: Pick): string | undefined {
    const { parts, own, piles, room } = this
    if (!parts || own === undefined || room.waiting) return undefined
    if (!this.isMine) return this.awaited === undefined ? undefined : said('duel.why.turn', { name: this.named(this.awaited) })
    const owner = parts.owners[pile]
    if (pile === parts.stock || pile === parts.completed) return said('duel.why.stock')
    if (owner === undefined) return piles[pile]?.length ? said('duel.why.centre') : said('duel.why.empty')
    if (owner === this.partner && pile === parts.of[owner]?.hand) return said('turns.why.hand', { name: this.named(owner) })
    if (owner !== own && owner !== this.partner) return said('duel.why.theirs', { name: this.named(owner) })
    const card = piles[pile]?.[index]
    if (card === undefined || card < 0) return said('duel.why.empty')
    const ranks = [...new Set(parts.centre.map((one) => wanted(piles[one])))].sort((a, b) => a - b).map(rankName)
    return said('duel.why.unfit', { card: cardName(card), ranks: new Intl.ListFormat(language.tag, { type: 'disjunction' }).format(ranks) })
  }

  /** Why the server has refused a move. */
  refused(refusal: Refusal): void {
    const { layout, awaited } = this
    if (!layout) return
    const why = refusal.code === 'not_your_turn' && awaited !== undefined ? said('duel.why.turn', { name: this.named(awaited) }) : moveRefused(refusal, layout)
    notices.show(why, 'bad', 'move')
  }

  play(move: Move): void {
    notices.settle('move')
    void this.room.play(move, eventsAhead(move, this.piles))
  }

  /** A card was put where it can't go. Out of turn that is the reason; otherwise the server names the rule that forbids it. */
  try(move: Move): void {
    const [pile = 0] = pilesOfMove(move)
    if (!this.isMine) notices.show(this.whyNot({ pile, index: 0 }) ?? '', 'bad', 'move')
    else if (!this.room.waiting) void this.room.play(move, [])
  }

  /** Say a text to screen readers, and with `seen` also show it. */
  readonly tell = (text: string, seen = false): void => {
    if (!seen) notices.say(text)
    else if (!this.room.waiting) notices.show(capital(text), 'info', 'move')
  }
}
