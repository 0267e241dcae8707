/** Which action is that of the stock: the one that a key makes. Pure. */

/** The actions that take cards from the stock or make a new one, in the order in which a key tries them. */
export const STOCK: readonly string[] = ['turn', 'deal', 'redeal']

/** Of the actions that can be made now, the one of the stock. */
export function stockMove(moves: readonly [string][]): [string] | undefined {
  return STOCK.flatMap((name) => moves.filter((move) => move[0] === name))[0]
}
