/** Finds the action of the stock, for the key that makes it. Pure. */

/** The actions that take cards from the stock or make a new one, in the order in which a key tries them. */
export const STOCK: readonly string[] = ['turn', 'deal', 'redeal']

/** The action of the stock among the legal actions; undefined if there is none. */
export function stockMove(moves: readonly [string][]): [string] | undefined {
  return STOCK.flatMap((name) => moves.filter((move) => move[0] === name))[0]
}
