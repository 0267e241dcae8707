/** The options of an overlay, from the query of its address: `?seat=2&names=0`. Pure. */

export interface OverlayOptions {
  /** The number of the one racer who is shown, from 0; undefined: all. The address counts from 1. */
  readonly seat: number | undefined
  /** True if the cards are shown, the plates with names and standings, and the clock. */
  readonly boards: boolean
  readonly names: boolean
  readonly clock: boolean
  /** True if the rematch is shown when there is one. */
  readonly follow: boolean
}

/** The options in a query. Invalid values become the defaults. */
export function overlayOptions(search: string): OverlayOptions {
  const query = new URLSearchParams(search)
  const isOn = (name: string) => query.get(name) !== '0'
  const seat = Number(query.get('seat'))
  return {
    seat: Number.isInteger(seat) && seat > 0 ? seat - 1 : undefined,
    boards: isOn('boards'),
    names: isOn('names'),
    clock: isOn('clock'),
    follow: isOn('follow'),
  }
}
