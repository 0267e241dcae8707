/** The actions that are open to a visitor of a tournament: the player's own, and the orders of its host. Pure. */

import type { Code, ListedTournament, ManageTournament, Millis, MyTournament, Tournament, TournamentLine, TournamentTerms } from '../wire/types'

/**
 * The one action that the page offers first. `game`: go to the game that must be played now. `enter`: take part, and `again` after having
 * left. `entered`: the player takes part, and may leave. `out`: the player has lost in a knockout. `closed`: nobody can enter any more. `over`:
 * nothing is left to do.
 */
export type Action = { readonly kind: 'game'; readonly room: Code | undefined } | { readonly kind: 'enter' | 'again' | 'entered' | 'out' | 'closed' | 'over' }

/** The player's action at a moment; `mine` is undefined until the server has told it. */
export function actionOf({ about }: Pick<Tournament, 'about'>, mine: MyTournament | undefined, now: Millis): Action {
  const { phase } = about
  if (phase === 'over' || phase === 'cancelled') return { kind: 'over' }
  if (mine?.game) return { kind: 'game', room: mine.game.room }
  if (mine?.line && phase === 'running' && isKnockedOut(about.terms, mine.line)) return { kind: 'out' }
  if (mine?.entered) return { kind: 'entered' }
  if (phase === 'running' && isTooLate(about, mine, now)) return { kind: 'closed' }
  return { kind: mine?.line ? 'again' : 'enter' }
}

/** True if a player has lost a game of a knockout. */
export function isKnockedOut({ kind }: Pick<TournamentTerms, 'kind'>, { lost }: Pick<TournamentLine, 'lost'>): boolean {
  return kind === 'knockout' && lost > 0
}

/** True if nobody may enter any more: a knockout takes nobody once it has begun, a Swiss tournament newcomers in the first half of its rounds. */
function isTooLate({ terms: { kind }, until, round, rounds }: ListedTournament, mine: MyTournament | undefined, now: Millis): boolean {
  if (kind === 'arena') return now >= until
  return kind === 'knockout' || (mine?.line ? round >= rounds : 2 * round > rounds)
}

export type Order = ManageTournament['order']

/** The orders about the whole tournament that its host may give now. */
export function ordersOf({ about: { phase }, paused }: Pick<Tournament, 'about' | 'paused'>): readonly Order[] {
  if (phase === 'open') return ['start', 'move', 'cancel']
  if (phase === 'running') return [paused ? 'resume' : 'pause', 'cancel']
  return []
}
