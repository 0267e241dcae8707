/** The catalogue of games, and functions that open and enter rooms. */

import type { Create, GameInfo, Games, Joined, RoomOptions, SeatBots } from '../wire/types'
import { byName } from '../games/filter'
import { titled } from '../games/names'
import { language, t } from '../i18n/index.svelte'
import { kindOf } from '../kinds/registry'
import { OWNERS } from '../room/nonce'
import { pathTo, router } from '../base/router.svelte'
import { connection } from './connection'
import { notices } from './notices.svelte'
import { preview } from './preview.svelte'
import { Room, type Entrance } from '../room/room.svelte'
import { playedAlone } from '../room/sequel'

/** The games with ids of other games in their texts replaced by titles. */
function named(games: readonly GameInfo[]): readonly GameInfo[] {
  const titles = new Map(games.map((game) => [game.id, game.title]))
  return byName(games, ({ title }) => title, language.locale).map((game) => ({ ...game, race_why: titled(game.race_why, titles) }))
}

/** A name in small letters, without accents, blanks and marks. */
function plainly(name: string): string {
  return decoded(name).normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** The name of a deal with a number; empty for all other deals. Numbers are written without marks between thousands, as people know them. */
export function dealName({ deal, number, numbering }: Pick<RoomOptions, 'deal' | 'number' | 'numbering'>): string {
  const who = OWNERS[numbering]
  return deal === 'numbered' ? t(who ? 'deal.number.of' : 'deal.number', { who: who ?? '', n: `${number}` }) : ''
}

/** A decoded part of an address; undecoded if its escapes are broken. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

class Catalogue {
  games = $state.raw<readonly GameInfo[]>([])
  /** The language in which the list was requested. */
  #asked = ''

  /** Fetch the list in the language of the page, unless it was fetched already. */
  load(): void {
    const tag = language.tag
    if (this.#asked === tag) return
    this.#asked = tag
    connection.ask<Games>({ type: 'list_games', language: tag }).then(
      (answer) => (this.games = named(answer.games.filter((game) => kindOf(game).shown))),
      () => (this.#asked = ''),
    )
  }

  /** The title of a room's game in the language of the page. The room itself has the English title. */
  titleOf({ game, title }: { readonly game: string; readonly title: string }): string {
    return (language.tag !== 'en' && this.find(game)?.title) || title
  }

  find(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id)
  }

  /** The game that a misspelt id means: with capitals or hyphens, or the title instead of the id; undefined if there is none. */
  meant(address: string): GameInfo | undefined {
    const name = plainly(address)
    return this.games.find(({ id, title }) => plainly(id) === name || plainly(title) === name)
  }
}

export const catalogue = new Catalogue()

/** The level of a bot. */
export type Level = NonNullable<SeatBots['level']>

/** The levels of bots, the weakest first. */
export const LEVELS: readonly Level[] = ['easy', 'fair', 'good', 'master']

/** The id of the default game. */
export const USUAL = 'klondike_draw1'

/** A room that was just entered, until its page takes it over. */
let waiting: Room | undefined

/** Go to the page of a room that was entered already. */
export function goInto(room: Room, query = ''): void {
  waiting = room
  router.go(pathTo('r', room.code, room.key, query))
}

/** Go on to the following room of a room, with another `game` if one is named. Its game begins as soon as the players of `together` have come, and at once for a player who was alone. If there is no seat left, `shut` of the old room says why, on its page. */
export async function playAgain(room: Room, together?: readonly string[], game?: string): Promise<void> {
  try {
    const isAlone = room.state !== undefined && playedAlone(room.state, room.seat)
    const next = await room.rematch(together, game)
    if (isAlone) await beginIn(next)
    goInto(next)
  } catch (error) {
    if (!room.shut) notices.failed(error)
  }
}

/** The room with this code: the one just entered, or a new connection to it. */
export function enterRoom(code: string, key: string, wanted: Entrance): Room {
  const room = waiting
  waiting = undefined
  if (room?.code === code) return room
  room?.close()
  return new Room(connection, code, wanted, undefined, key)
}

/** The company in a new room: others who may come, bots, or nobody. */
export interface Company {
  bots?: number
  level?: Level
  alone?: boolean
}

/** The milliseconds after which the lobby of a game that has not begun is shown, because it waits for something. */
const SOON = 5000

/** Open a room and go there. With bots, and alone, the game begins at once. */
export async function openRoom(game: string, options: Create['options'] = {}, rules: Partial<RoomOptions> = {}, { bots = 0, level = 'fair', alone = false }: Company = {}): Promise<void> {
  preview.stop()
  try {
    const joined = await connection.ask<Joined>({ type: 'create', game, options, rules })
    const room = new Room(connection, joined.room, 'player', joined)
    if (bots) await room.seatBots(level, bots)
    if (bots || alone) await beginIn(room)
    goInto(room)
  } catch (error) {
    notices.failed(error)
  }
}

/** Get ready in a room where nobody else is waited for, and show no lobby. */
async function beginIn(room: Room): Promise<void> {
  await room.ready()
  room.begins = true
  setTimeout(() => (room.begins = false), SOON)
}
