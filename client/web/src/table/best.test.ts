import { describe, expect, it } from 'vitest'
import type { GroupLayout, Move, TableLayout } from '../wire/types'
import { bestOf, homeOf } from './best'

const place = { x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '' }

/** A layout of groups with these numbers of piles, in order. */
function layout(...groups: [kind: GroupLayout['kind'], size: number][]): TableLayout {
  return {
    groups: groups.map(([kind, size], i) => ({ id: `${kind}${i}`, name: kind, kind, places: Array.from({ length: size }, () => place), tail: 0, counted: false })),
    actions: [{ name: 'discard', label: 'Discard', spots: true }],
    counters: [],
    phases: ['play'],
  }
}

const code = (card: string) => 'CDHS'.indexOf(card[1] as string) * 13 + 'A23456789TJQK'.indexOf(card[0] as string)
/** `7H TS`, and `##` for a card that lies face down. */
const pile = (cards: string) => cards.split(' ').filter(Boolean).map((card) => (card === '##' ? -1 : code(card)))

/** Piles 0 to 3 are columns, 4 and 5 foundations, 6 is a waste and 7 a cell. */
const TABLE = layout(['tableau', 4], ['foundation', 2], ['waste', 1], ['reserve', 1])

function pressed(piles: string[], moves: Move[], at: [number, number], been: number[] = []): unknown {
  const best = bestOf({ moves, piles: piles.map(pile) }, TABLE, { pile: at[0], index: at[1] }, new Set(been))
  return best.kind === 'play' ? best.moves : best.kind
}

describe('one press on a card', () => {
  it('plays it home where nothing else could use it', () => {
    expect(pressed(['3H', '4S', '', '', '2H', '', '', ''], [[0, 1, 1], [0, 4, 1]], [0, 0])).toEqual([[0, 4, 1]])
  })

  it('keeps it on the table while another card could be laid on it, and sends it home last', () => {
    const piles = ['3H', '4S', '', '2C', '2H', '', '', '']
    const moves: Move[] = [[0, 1, 1], [0, 4, 1], [3, 0, 1]]
    expect(pressed(piles, moves, [0, 0])).toEqual([[0, 1, 1]])
    expect(pressed(piles, [[0, 4, 1], [3, 0, 1]], [0, 0])).toEqual([[0, 4, 1]])
  })

  it('sends it home where that other card could go home itself', () => {
    const piles = ['3H', '4S', '', '2C', '2H', 'AC', '', '']
    expect(pressed(piles, [[0, 1, 1], [0, 4, 1], [3, 0, 1], [3, 5, 1]], [0, 0])).toEqual([[0, 4, 1]])
  })

  it('puts it on cards before a space, and on a space before a useless one', () => {
    expect(pressed(['9H', '', 'TC', '', '', '', '', ''], [[0, 1, 1], [0, 2, 1]], [0, 0])).toEqual([[0, 2, 1]])
    expect(pressed(['9H', '', '', '', '', '', '', ''], [[0, 1, 1], [0, 7, 1]], [0, 0])).toEqual([[0, 7, 1]])
    expect(pressed(['9H', '', '', '', '', '', '', ''], [[0, 1, 1]], [0, 0])).toEqual([[0, 1, 1]])
  })

  it('prefers home, safe or not, to an empty place', () => {
    expect(pressed(['3H', '', '', '2C', '2H', '', '', ''], [[0, 7, 1], [0, 4, 1], [3, 0, 1]], [0, 0])).toEqual([[0, 4, 1]])
  })

  it('prefers the same suit, then what buries fewer cards, then the longer pile, then the next to the right', () => {
    expect(pressed(['8H', 'TS 9S', '9H', '', '', '', '', ''], [[0, 1, 1], [0, 2, 1]], [0, 0])).toEqual([[0, 2, 1]])
    expect(pressed(['8H', '## ## 9S', '9C', '', '', '', '', ''], [[0, 1, 1], [0, 2, 1]], [0, 0])).toEqual([[0, 2, 1]])
    expect(pressed(['8H', '9S', 'TD 9C', '', '', '', '', ''], [[0, 1, 1], [0, 2, 1]], [0, 0])).toEqual([[0, 2, 1]])
    expect(pressed(['9S', '', '8H', '9C', '', '', '', ''], [[2, 0, 1], [2, 3, 1]], [2, 0])).toEqual([[2, 3, 1]])
  })

  it('takes along the run that it is part of', () => {
    expect(pressed(['9S 8H', 'TD', '', '', '', '', '', ''], [[0, 1, 2]], [0, 1])).toEqual([[0, 1, 2]])
  })

  it('goes on to the next place when it is pressed again, and begins anew at the end', () => {
    const piles = ['', 'TC', '9H', 'TS', '', '', '', '']
    const moves: Move[] = [[2, 1, 1], [2, 3, 1], [2, 0, 1]]
    expect(pressed(piles, moves, [2, 0])).toEqual([[2, 3, 1]])
    expect(pressed(piles, moves, [2, 0], [3])).toEqual([[2, 1, 1]])
    expect(pressed(piles, moves, [2, 0], [3, 1])).toEqual([[2, 0, 1]])
    expect(pressed(piles, moves, [2, 0], [3, 1, 0])).toEqual([[2, 3, 1]])
  })

  it('brings a card back from home only when it has just been sent there', () => {
    const piles = ['', '4S', '', '', '2H 3H', '', '', '']
    expect(pressed(piles, [[4, 1, 1]], [4, 1])).toBe('pick')
    expect(pressed(piles, [[4, 1, 1]], [4, 1], [0, 4])).toEqual([[4, 1, 1]])
  })

  it('does nothing where nothing can be done', () => {
    expect(pressed(['9H', 'TC', '', '', '', '', '', ''], [], [0, 0])).toBe('none')
    expect(pressed(['## 9H', 'TC', '', '', '', '', '', ''], [[0, 1, 1]], [0, 0])).toBe('none')
  })
})

describe('one press and an action with several cards', () => {
  const piles = ['6H', '8C', '8S', '', '', '', '', '']

  it('plays it where there is one other card for it', () => {
    expect(pressed(piles, [['discard', 0, 1]], [1, 0])).toEqual([['discard', 0, 1]])
  })

  it('picks the card where the player has to choose', () => {
    expect(pressed(piles, [['discard', 0, 1], ['discard', 0, 2]], [0, 0])).toBe('pick')
    expect(pressed(piles, [['crown', 0, 1, 2, 3]], [0, 0])).toBe('pick')
  })

  it('asks where one place can mean a move or an action', () => {
    expect(pressed(piles, [[0, 1, 1], ['discard', 0, 1]], [0, 0])).toEqual([[0, 1, 1], ['discard', 0, 1]])
  })
})

describe('one press in a duel', () => {
  const duel = layout(['hand', 1], ['foundation', 3], ['tableau', 2])
  const play = (piles: string[], moves: Move[]) => {
    const best = bestOf({ moves, piles: piles.map(pile), ordered: true }, duel, { pile: 0, index: 0 })
    return best.kind === 'play' ? best.moves : best.kind
  }

  it('plays to the centre, to any of the piles that are alike', () => {
    const moves: Move[] = [['discard', [0, 0], 4], ['play', [0, 0], 1], ['play', [0, 0], 2]]
    expect(play(['2H 9S', 'AC', 'AD', '', '', ''], moves)).toEqual([['play', [0, 0], 1]])
  })

  it('lets the player choose for a card that can be of several ranks, and never ends the turn by itself', () => {
    expect(play(['KH 9S', 'AC', '', '', '', ''], [['play', [0, 0], 1], ['play', [0, 0], 2]])).toBe('pick')
    expect(play(['KH 9S', '', '', '', '9C', ''], [['discard', [0, 0], 4]])).toBe('pick')
  })

  it('only picks a card that is spared, and sends it home by no press either', () => {
    const choices = { moves: [['play', [0, 0], 1]] as Move[], piles: ['KH 9S', '', 'AC', 'AD', '', ''].map(pile), ordered: true }
    const at = { pile: 0, index: 0 }
    expect([bestOf(choices, duel, at).kind, homeOf(choices, duel, at)]).toEqual(['play', ['play', [0, 0], 1]])
    const spared = { ...choices, spared: ({ index }: { index: number }) => index === 0 }
    expect([bestOf(spared, duel, at).kind, homeOf(spared, duel, at)]).toEqual(['pick', undefined])
  })
})

describe('home', () => {
  it('is a plain move or an action to a foundation, from elsewhere', () => {
    const at = { pile: 0, index: 0 }
    const piles = ['3H', '', '', '', '2H', '', '', ''].map(pile)
    expect(homeOf({ moves: [[0, 1, 1], [0, 4, 1]], piles }, TABLE, at)).toEqual([0, 4, 1])
    expect(homeOf({ moves: [['play', 0, 4]], piles }, TABLE, at)).toEqual(['play', 0, 4])
    expect(homeOf({ moves: [[0, 1, 1]], piles }, TABLE, at)).toBeUndefined()
    expect(homeOf({ moves: [[4, 5, 1]], piles }, TABLE, { pile: 4, index: 0 })).toBeUndefined()
  })
})
