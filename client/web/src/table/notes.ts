/** What a page may add to a pile on the table. */
export interface PileNote {
  /** What the pile is called, instead of its name in the layout. */
  readonly name?: string | undefined
  /** A word on the empty place, or on a card that lies face down: what the pile is for, for those who are new here. */
  readonly caption?: string | undefined
  /** A few letters at the pile's lower edge, instead of the number of its cards. */
  readonly badge?: string | undefined
  /** Whether the badge is what matters most on the table. */
  readonly strong?: boolean | undefined
  /** What the badge means, for those who hear it. */
  readonly said?: string | undefined
  /** What the top card stands for, written on it. */
  readonly mark?: string | undefined
  /** The top card is pointed out: it came last, or it has to be played. */
  readonly point?: 'last' | 'due' | undefined
  /** A press on any of the pile's cards means its top card. */
  readonly whole?: boolean | undefined
}

export const NO_NOTES: ReadonlyMap<number, PileNote> = new Map()
