/** The ways into a game that take one press. */

import { kindOf } from '../kinds/registry'
import type { GameInfo, RoomOptions } from '../wire/types'
import { openRoom } from './catalogue.svelte'

/** The rules for a winnable deal, in games in which one is found within seconds. */
function beginners({ winnable }: GameInfo): Partial<RoomOptions> {
  return winnable ? { deal: 'winnable' } : {}
}

/** Play at once against the number of bots that the game's kind has, without a clock. */
export function playBots(game: GameInfo): Promise<void> {
  const { rules, opponents } = kindOf(game).opening
  const options = 'move_seconds' in game.options ? { move_seconds: 0 } : {}
  return openRoom(game.id, options, { ...rules, ...beginners(game), public: false }, { bots: opponents })
}

/** Play at once and alone, without a clock. It is rated, so a win stands on the boards for people who play alone. */
export function playAlone(game: GameInfo): Promise<void> {
  return openRoom(game.id, {}, { ...beginners(game), public: false, seats: 1, time_limit: 0 }, { alone: true })
}

/** Open a room for friends, who come by its link. It is in no list. */
export function playFriends(game: GameInfo): Promise<void> {
  const { opening, seats } = kindOf(game)
  return openRoom(game.id, {}, { public: false, ...opening.rules, ...beginners(game), ...(seats === undefined ? {} : { seats }) })
}
