/** The player's choices for a new room. They survive a change of the game: each game uses those of its options that were chosen. */

import { KINDS } from '../kinds/registry'
import { isUnseen } from '../room/nonce'
import type { Company, Level } from '../state/catalogue.svelte'
import { rangeOf } from '../state/options'
import type { GameInfo, OptionValue, RoomOptions } from '../wire/types'

function isValue(value: OptionValue, values: readonly OptionValue[]): boolean {
  const range = rangeOf(values)
  return values.includes(value) || (range !== undefined && typeof value === 'number' && value >= range[0] && value <= range[1])
}

/** The seats of a room that friends may come to, where a game has as many. */
const USUAL_SEATS = 8

export type Numbering = RoomOptions['numbering']

/** The largest number of each numbering. */
export const MOST_NUMBER: Readonly<Record<Numbering, number>> = { cadogan: 999_999_999, microsoft: 2 ** 31 - 1, pysol: 2 ** 53 - 1 }

/** The deal that the query of a game's page names, as in `?deal=617` or `?deal=pysol-50000`; a number alone is one of the game's first numbering. */
export function dealOfQuery(query: string, { numberings = [] }: Partial<Pick<GameInfo, 'numberings'>>): { numbering: Numbering; number: number } | undefined {
  const found = /^(?:(cadogan|microsoft|pysol)-)?([1-9]\d{0,15})$/.exec(new URLSearchParams(query).get('deal') ?? '')
  if (!found) return undefined
  const numbering = (found[1] as Numbering | undefined) ?? numberings[0] ?? 'cadogan'
  const number = Number(found[2])
  const isThere = numbering === 'cadogan' || numberings.includes(numbering)
  return isThere && number <= MOST_NUMBER[numbering] ? { numbering, number } : undefined
}

export class Choices {
  /** The kind of deal. While it is undefined, games in which a winnable deal is found soon get one. */
  deal = $state<RoomOptions['deal'] | undefined>()
  number = $state(1)
  /** Whose number it is. In games without such numbers it is Cadogan's. */
  numbering = $state<Numbering>('cadogan')
  /** Seconds for the whole game. */
  time = $state(0)
  undo = $state<RoomOptions['undo']>('free')
  hints = $state(true)
  advice = $state(false)
  suddenDeath = $state(false)
  spectators = $state<RoomOptions['spectators']>('fair')
  delay = $state(60)
  rated = $state(true)
  /** True if the room is in the public list. */
  open = $state(false)
  byLink = $state(false)
  /** True if the players of a room by link may write to each other from the start. */
  chat = $state(false)
  /** The seats of a room whose kind leaves their number open; undefined until they are chosen. */
  seats = $state<number | undefined>()
  target = $state(0)
  /** The number of races of a series; 0: a single race. */
  races = $state(0)
  /** True if the further games of a series are drawn. */
  mixed = $state(true)
  /** The chosen games of a series by the number of the race, from the second on. */
  #games = $state<Readonly<Record<number, string>>>({})
  opponent = $state<'friend' | Level>('friend')
  /** The days for each turn of a duel; 0: it is played at one sitting. */
  days = $state(0)
  /** The seconds for each action of a duel; undefined until they are chosen. */
  seconds = $state<number | undefined>()
  /** Options of games that were chosen, by name. */
  #options = $state<Readonly<Record<string, OptionValue>>>({})

  constructor(kind: GameInfo['kind'], listed: boolean) {
    this.time = KINDS[kind].opening.seconds
    this.open = listed
  }

  /** The options of a game: the chosen values that it allows, otherwise its defaults. */
  optionsOf({ options }: Pick<GameInfo, 'options'>): Record<string, OptionValue> {
    return Object.fromEntries(
      Object.entries(options).map(([name, values]) => {
        const chosen = this.#options[name]
        return [name, chosen !== undefined && isValue(chosen, values) ? chosen : (values[0] as OptionValue)]
      }),
    )
  }

  /** The level of the bots to play against at once; undefined for friends, and in kinds where bots are seated in the lobby. */
  botOf({ kind }: Pick<GameInfo, 'kind'>): Level | undefined {
    return KINDS[kind].alone || this.opponent === 'friend' ? undefined : this.opponent
  }

  /** The seats of a room of a game, `least` or more: as many as were chosen, or as friends or the usual bots take. */
  seatsOf(game: Pick<GameInfo, 'kind' | 'fewest' | 'most'>, least = game.fewest): number {
    const { seats, opening } = KINDS[game.kind]
    const usual = this.botOf(game) ? opening.opponents + 1 : USUAL_SEATS
    return seats ?? Math.max(least, Math.min(this.seats ?? usual, game.most ?? Infinity))
  }

  /** The company in a room of a game with so many seats: bots, friends who come later, or nobody, so that there is nobody to wait for. */
  companyOf(game: Pick<GameInfo, 'kind'>, seats: number): Company {
    const level = this.botOf(game)
    if (level) return { bots: seats - 1, level }
    return KINDS[game.kind].alone && seats === 1 ? { alone: true } : {}
  }

  /** The deal of a room of a game. */
  dealOf({ kind, winnable }: Pick<GameInfo, 'kind' | 'winnable'>): RoomOptions['deal'] {
    return KINDS[kind].hiddenHands ? 'fresh' : (this.deal ?? (winnable ? 'winnable' : 'fresh'))
  }

  /** Whose numbers a game's deals have. Servers of earlier versions tell of no numberings. */
  numberingOf({ numberings = [] }: Partial<Pick<GameInfo, 'numberings'>>): Numbering {
    return numberings.includes(this.numbering) ? this.numbering : 'cadogan'
  }

  /** Choose the kind of deal, or whose number it has. */
  chooseDeal(value: RoomOptions['deal'] | Numbering): void {
    const isOurs = value !== 'microsoft' && value !== 'pysol'
    this.numbering = isOurs ? 'cadogan' : value
    this.deal = isOurs && value !== 'cadogan' ? value : 'numbered'
  }

  /** The game of the race `n` of a series, the room's own until another is chosen. */
  gameOf(n: number, own: string): string {
    return (n > 1 && this.#games[n]) || own
  }

  chooseGame(n: number, game: string): void {
    this.#games = { ...this.#games, [n]: game }
  }

  /** The rules for a series that begins with the game `own`; none for a single race, or for a deal that all may know in advance. */
  seriesOf(own: string, deal: RoomOptions['deal']): Partial<Pick<RoomOptions, 'races' | 'games'>> {
    if (!this.races || !isUnseen({ deal })) return {}
    const games = Array.from({ length: this.races }, (_, n) => this.gameOf(n + 1, own))
    return this.mixed ? { races: this.races } : { races: this.races, games: games.join(' ') }
  }

  choose(name: string, value: OptionValue): void {
    this.#options = { ...this.#options, [name]: value }
  }
}
