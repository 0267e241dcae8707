/** Addresses of players' pages, rematches from the history, and the export of a player's data. */

import { Refusal } from '../wire/connection.svelte'
import type { Account, Calendar, Clubs, Friends, History, HistoryRow, Joined, PlayerPage } from '../wire/types'
import { monthAfter } from './days'
import { pathToPlayer } from '../base/router.svelte'
import { goInto, openRoom } from './catalogue.svelte'
import { connection } from './connection'
import { Room } from '../room/room.svelte'

/** The number of games requested at once when all are fetched. */
const AT_ONCE = 100

/** The address of a player's page. The name in it is for people; the id identifies the player. */
export function pathOf({ player, name }: { readonly player: string; readonly name: string }): string {
  return pathToPlayer(name, player) ?? '/'
}

/** Play again with the same people: by a rematch if the old room still exists, otherwise in a new room with the same options. */
export async function rematch(game: HistoryRow): Promise<void> {
  let old: Room | undefined
  try {
    const joined = await connection.ask<Joined>({ type: 'join', room: game.room, role: 'player' })
    old = new Room(connection, game.room, 'player', joined)
    goInto(await old.rematch())
    old.close()
  } catch (error) {
    old?.close()
    if (!(error instanceof Refusal)) throw error
    // A repeated deal is possible only in a race against ghosts.
    const deal = game.rules.deal === 'again' ? 'fresh' : game.rules.deal
    await openRoom(game.game, game.options, { ...game.rules, deal, public: false })
  }
}

/** The player's results in the contests of days, the last month first. */
async function daysDone(): Promise<unknown[]> {
  const found: unknown[] = []
  let month: string | undefined
  for (;;) {
    const answer = await connection.ask<Calendar>({ type: 'get_calendar', month })
    found.push(...answer.days.filter(({ race_done, duel_done }) => race_done ?? duel_done))
    if (answer.month <= answer.first.slice(0, 7)) return found
    month = monthAfter(answer.month, -1)
  }
}

/** All data that the server keeps of the player, as readable JSON. */
export async function exported(player: string): Promise<string> {
  const account = await connection.ask<Account>({ type: 'get_account' })
  const page = await connection.ask<PlayerPage>({ type: 'get_player', player })
  const { friends } = await connection.ask<Friends>({ type: 'list_friends' })
  const { mine = [] } = await connection.ask<Clubs>({ type: 'get_clubs' })
  const games: HistoryRow[] = []
  let before = ''
  do {
    const answer = await connection.ask<History>({ type: 'get_history', before, count: AT_ONCE })
    games.push(...answer.games)
    before = answer.next
  } while (before)
  const days = await daysDone()
  const readable = (at: number) => new Date(at).toISOString()
  return JSON.stringify(
    {
      player,
      name: account.name,
      exported: readable(connection.now()),
      passkeys: account.passkeys.map(({ label, added, used }) => ({ label, added: readable(added), used: readable(used) })),
      friends: friends.map(({ player, name }) => ({ player, name })),
      clubs: mine.map(({ id, terms }) => ({ club: id, name: terms.name })),
      figures: page.figures.map(({ last, ...one }) => ({ ...one, last: readable(last) })),
      ratings: page.curve.map(({ at, family, value }) => ({ at: readable(at), family: family || 'all', value })),
      against: page.met.map(({ last, ...one }) => ({ ...one, last: readable(last) })),
      days,
      games: games.map(({ id: _, at, ...one }) => ({ at: readable(at), ...one })),
    },
    null,
    2,
  )
}
