/** The additions of a page to a pile on the table. */
export interface PileNote {
  /** The name of the pile, instead of the one in the layout. */
  readonly name?: string | undefined
  /** The pile's purpose for new players, written on the empty place or on a card that lies face down. */
  readonly caption?: string | undefined
  /** A few letters at the pile's lower edge, instead of the number of its cards. */
  readonly badge?: string | undefined
  /** True for the most important badge on the table. */
  readonly strong?: boolean | undefined
  /** The meaning of the badge, for screen readers. */
  readonly said?: string | undefined
  /** The rank that the top card stands for, written on it. */
  readonly mark?: string | undefined
  /** The top card is marked because it came last, or because it must be played. */
  readonly point?: 'last' | 'due' | undefined
  /** True if a press on any card of the pile counts for its top card. */
  readonly whole?: boolean | undefined
}

export const NO_NOTES: ReadonlyMap<number, PileNote> = new Map()
