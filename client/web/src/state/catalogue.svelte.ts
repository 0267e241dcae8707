/** The games there are, and the way into a room of one. */

import type { Create, GameInfo, Games, Joined, RoomOptions } from '../wire/types'
import { byName } from '../games/filter'
import { language } from '../i18n/index.svelte'
import { pathTo, router } from '../base/router.svelte'
import { connection } from './connection'
import { notices } from './notices.svelte'
import { preview } from './preview.svelte'
import { Room, type Entrance } from '../room/room.svelte'

/** The games by their titles, with the titles of other games where the texts about them have their ids. */
function named(games: readonly GameInfo[]): readonly GameInfo[] {
  const titles = new Map(games.map((game) => [game.id, game.title]))
  return byName(games, ({ title }) => title, language.locale).map((game) => ({ ...game, race_why: game.race_why.replace(/`([^`]*)`/g, (_, id: string) => titles.get(id) ?? id) }))
}

/** A name without capitals, accents and all that is no letter or digit. */
function plainly(name: string): string {
  return decoded(name).normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** A part of an address as it was typed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

class Catalogue {
  games = $state.raw<readonly GameInfo[]>([])
  /** The language that the list was asked for in. */
  #asked = ''

  /** Fetch the list in the language of the page, unless it is there. */
  load(): void {
    const tag = language.tag
    if (this.#asked === tag) return
    this.#asked = tag
    connection.ask<Games>({ type: 'list_games', language: tag }).then(
      (answer) => (this.games = named(answer.games)),
      () => (this.#asked = ''),
    )
  }

  /** What a room's game is called in the language of the page: its room calls it in English. */
  titleOf({ game, title }: { readonly game: string; readonly title: string }): string {
    return (language.tag !== 'en' && this.find(game)?.title) || title
  }

  find(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id)
  }

  /** The game that an address means in which only the writing is amiss: capitals, hyphens, or its title in place of its id. */
  meant(address: string): GameInfo | undefined {
    const name = plainly(address)
    return this.games.find(({ id, title }) => plainly(id) === name || plainly(title) === name)
  }
}

export const catalogue = new Catalogue()

/** How well a bot plays. */
export type Level = 'easy' | 'fair' | 'good'

/** The game for those who only want to play. */
export const USUAL = 'klondike_draw1'

/** A room that was entered by opening it, until its page takes it. */
let waiting: Room | undefined

/** Go to the page of a room that has been entered already. */
export function goInto(room: Room, query = ''): void {
  waiting = room
  router.go(pathTo('r', room.code, room.key, query))
}

/** Go on to the room that follows another, with another `game` where one is named; with those with whom that was agreed it begins as soon as all have come. Whoever comes too late is told so by the page of the old room, by its `shut`. */
export async function playAgain(room: Room, together?: readonly string[], game?: string): Promise<void> {
  try {
    goInto(await room.rematch(together, game))
  } catch (error) {
    if (!room.shut) notices.failed(error)
  }
}

/** The room with this code: the one just entered, or a new way in. */
export function enterRoom(code: string, key: string, wanted: Entrance): Room {
  const room = waiting
  waiting = undefined
  if (room?.code === code) return room
  room?.close()
  return new Room(connection, code, wanted, undefined, key)
}

/** Whom a room is opened with: nobody yet, so that others may come; bots; or nobody at all. */
export interface Company {
  bots?: number
  level?: Level
  alone?: boolean
}

/** A game that has not begun after so long, in milliseconds, waits for something: then its lobby is shown. */
const SOON = 5000

/** Open a room and go there. With bots, and alone, the game begins at once. */
export async function openRoom(game: string, options: Create['options'] = {}, rules: Partial<RoomOptions> = {}, { bots = 0, level = 'fair', alone = false }: Company = {}): Promise<void> {
  preview.stop()
  try {
    const joined = await connection.ask<Joined>({ type: 'create', game, options, rules })
    const room = new Room(connection, joined.room, 'player', joined)
    if (bots) await room.seatBots(level, bots)
    if (bots || alone) {
      await room.ready()
      room.begins = true
      setTimeout(() => (room.begins = false), SOON)
    }
    goInto(room)
  } catch (error) {
    notices.failed(error)
  }
}
