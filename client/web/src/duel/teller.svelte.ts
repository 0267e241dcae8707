/** Tells a duel's players and spectators what happens: by words, by sounds, and by marking a card. */

import { tellLead } from '../shared/lead'
import { onDestroy } from 'svelte'
import { said } from '../i18n/late/late'
import { cue } from '../sounds/sound'
import { notices } from '../state/notices.svelte'
import type { RoomNews } from '../room/room.svelte'
import type { Duel } from './duel.svelte'
import { bankHappenings } from './bank'
import { cueOfHappenings } from './cue'
import { gameEnded, type GameEnd } from './ended.svelte'
import { lossTexts } from '../results/ending'
import { happenings, type Happening } from './story'
import { happeningText, lateText, newlyLate } from './words'

const NO_POINTS: readonly number[] = [0, 0]

export class Teller {
  /** The text about the last happening. */
  text = $state('')
  /** The pile on which another player has put the last card. */
  pile = $state<number | undefined>()
  /** The number of games of the match that this page has seen begin. */
  games = $state(1)
  readonly #duel: Duel
  readonly #ended: ReturnType<typeof gameEnded>
  /** True if something has happened on this page. A player who comes back to a finished room hears nothing. */
  #playedOn = $state(false)
  #said = ''
  #happened: readonly Happening[] = []
  #timeouts: readonly number[] | undefined

  constructor(duel: Duel) {
    this.#duel = duel
    onDestroy(duel.room.onNews((news) => this.#hear(news)))
    this.#ended = gameEnded(
      () => (duel.running && duel.isOver ? duel.room.state : undefined),
      () => (duel.running && !duel.isOver ? (duel.room.state?.match ?? NO_POINTS) : undefined),
    )
    $effect(() => this.#tellEnd())
    $effect(() => {
      if (this.#won) cue('won')
    })
    $effect(() => this.#tellTask())
    $effect(() => this.#tellLate())
  }

  /** The result of the last game of the match, until something else happens. */
  readonly end = $derived.by(() => {
    const { running, isOver, room } = this.#duel
    if (!running || !isOver || !this.#ended.done || !room.state) return undefined
    return [...lossTexts(room.state, room.seat), this.#endText(this.#ended.last)].join(' ')
  })

  /** True if the player won a game that this page has seen: one of the match, or the last one. */
  readonly #won = $derived.by(() => {
    const { room } = this.#duel
    if (room.seat === undefined || !this.#playedOn) return false
    if (room.state?.phase === 'finished') return room.state.results?.rows.find((row) => row.seat === room.seat)?.won === true
    return this.end !== undefined && this.#ended.last?.winner === room.seat
  })

  #endText(game: GameEnd | undefined): string {
    if (!game) return said('duel.game.over')
    if (game.winner === undefined) return said('duel.game.drawn')
    const { room, named } = this.#duel
    return game.winner === room.seat ? said('duel.game.won.you', { n: game.points }) : said('duel.game.won', { name: named(game.winner), n: game.points })
  }

  #hear(news: RoomNews): void {
    const { sides, running, room, view } = this.#duel
    tellLead(room, news)
    this.#playedOn ||= running
    if (news.kind === 'lead' && room.role === 'player' && news.seat !== room.seat) cue('lead')
    if (news.kind !== 'moving' || !sides || !running || room.boards.get(news.stream) !== view) return
    const list = sides.bank ? bankHappenings(sides.bank, sides, news.board, news.events) : happenings(sides, news.board, news.events)
    this.#happened = list
    if (list.some(({ kind }) => kind === 'game')) this.games++
    const heard = cueOfHappenings(list)
    if (heard) cue(heard)
    this.#tell(list)
  }

  #tell(list: readonly Happening[]): void {
    if (!list.length) return
    const text = (what: Happening) => happeningText(what, this.#duel.named, (pile) => this.#placeNumber(pile), (pile) => this.#duel.pileNamed(pile))
    notices.say(list.map(text).join('. '))
    const seen = list.filter(({ kind }) => kind !== 'drew')
    if (!seen.length) return
    this.text = seen.map(text).join(' · ')
    if (list.some(({ kind }) => kind === 'stopped' || kind === 'called')) notices.show(this.text, 'info')
    const put = seen.findLast((what) => what.kind === 'play' || what.kind === 'discard' || what.kind === 'moved')
    this.pile = put && 'pile' in put && put.seat !== this.#duel.room.seat ? put.pile : undefined
  }

  /** The number of a pile in its row, from 1. */
  #placeNumber(pile: number): number {
    const { sides } = this.#duel
    const rows = sides ? [sides.centre, sides.of[0].discards, sides.of[1].discards] : []
    return 1 + (rows.map((row) => row.indexOf(pile)).find((i) => i >= 0) ?? 0)
  }

  #tellEnd(): void {
    const { end } = this
    if (end === undefined) return
    notices.say(end)
  }

  /** Show whose turn the clock has just ended. If that loses the game, the result says so. */
  #tellLate(): void {
    const { room, running, isOver } = this.#duel
    const before = this.#timeouts
    this.#timeouts = running ? room.state?.clock?.timeouts : undefined
    if (!before || !this.#timeouts || !room.state || isOver) return
    for (const seat of newlyLate(before, this.#timeouts)) {
      this.text = lateText(room.state, seat, room.seat, this.#happened)
      notices.show(this.text, seat === room.seat ? 'bad' : 'info')
    }
  }

  /** Say the player's task, once. */
  #tellTask(): void {
    const { isMine, task, state, status } = this.#duel
    const now = isMine ? `${task} ${state?.phase}` : ''
    if (now === this.#said) return
    this.#said = now
    if (now) notices.say(status)
  }
}
