/** The ways into a game that take one press. */

import { kindOf } from '../kinds/registry'
import type { GameInfo, RoomOptions } from '../wire/types'
import { openRoom } from './catalogue.svelte'

/** A deal that can be won, in games of which one is found within seconds. */
function beginners({ winnable }: GameInfo): Partial<RoomOptions> {
  return winnable ? { deal: 'winnable' } : {}
}

/** Play at once against as many bots as the kind of the game has. */
export function playBots(game: GameInfo): Promise<void> {
  const { options, rules, opponents } = kindOf(game).opening
  return openRoom(game.id, options, { ...rules, ...beginners(game), public: false }, { bots: opponents })
}

/** Play at once and alone, without a clock. It is rated, so a win stands on the boards for people who play alone. */
export function playAlone(game: GameInfo): Promise<void> {
  return openRoom(game.id, {}, { ...beginners(game), public: false, seats: 1, time_limit: 0 }, { alone: true })
}

/** Open a room for friends, who come by its link: it stands in no list. */
export function playFriends(game: GameInfo): Promise<void> {
  const { opening, seats } = kindOf(game)
  return openRoom(game.id, {}, { public: false, ...opening.rules, ...beginners(game), ...(seats === undefined ? {} : { seats }) })
}
