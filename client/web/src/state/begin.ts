/** The ways into a game that take one press. */

import type { GameInfo, RoomOptions } from '../wire/types'
import { openRoom } from './catalogue.svelte'

/** How many bots race against whoever plays against bots. */
const BOTS = 2

/** A deal that can be won, in games of which one is found within seconds. */
function beginners({ winnable }: GameInfo): Partial<RoomOptions> {
  return winnable ? { deal: 'winnable' } : {}
}

/** Play at once against bots: two in a race, one in a duel, which is then without haste. */
export function playBots(game: GameInfo): Promise<void> {
  const options = game.kind === 'duel' ? { move_seconds: 0 } : {}
  const rules = game.kind === 'duel' ? { time_limit: 0, public: false } : { ...beginners(game), public: false }
  return openRoom(game.id, options, rules, { bots: game.kind === 'duel' ? 1 : BOTS })
}

/** Play at once and alone, without a clock. It is rated, so a win stands on the boards for people who play alone. */
export function playAlone(game: GameInfo): Promise<void> {
  return openRoom(game.id, {}, { ...beginners(game), public: false, seats: 1, time_limit: 0 }, { alone: true })
}

/** Open a room for friends, who come by its link: it stands in no list. */
export function playFriends(game: GameInfo): Promise<void> {
  return openRoom(game.id, {}, { public: false, ...(game.kind === 'duel' ? { time_limit: 0, seats: 2 } : beginners(game)) })
}
