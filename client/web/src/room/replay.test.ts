import { describe, expect, it } from 'vitest'
import type { Replay, ReplayBoard, Seat, TableEvent } from '../wire/types'
import { leaderOf } from './leader'
import { apart, boardAfter, Film, Story, type Mark } from './replay'

const cards = Array.from({ length: 100 }, (_, i) => i % 52)
const film: ReplayBoard = {
  seat: 0,
  name: 'Ann',
  start: { piles: [cards, []], counters: [0] },
  steps: cards.map((_, i): [number, TableEvent[]] => [10 * (i + 1), [[0, 0, 1, 1]]]),
}

describe('a film of a race', () => {
  it('shows any moment, forwards and backwards, with the same elements', () => {
    const replay = new Film(film)
    const keys = [...(replay.boardAt(0).keys[0] as number[])]
    for (const moment of [0, 405, 1000, 9, 555, 554, 0, 2000]) {
      const home = Math.min(100, Math.floor(moment / 10))
      const board = replay.boardAt(moment)
      expect(board.piles[1]).toHaveLength(home)
      expect(board.piles[1]).toEqual([...cards].reverse().slice(0, home))
      expect(board.keys[0]).toEqual(keys.slice(0, 100 - home))
    }
    expect(replay.boardAfter(7).piles[1]).toHaveLength(7)
    expect(replay.boardAfter(101).piles[1]).toHaveLength(100)
    expect(boardAfter(film, 99).piles[0]).toHaveLength(1)
  })
})

/** Ann leads, Bob for a moment only, then Bob for good; Bob comes home, Ann gives up, Cid is stuck. */
const seats = [
  { seat: 0, name: 'Ann', state: 'stood', progress: 3, penalty: 0, ended: 900 },
  { seat: 1, name: 'Bob', state: 'finished', progress: 5, penalty: 0, ended: 800 },
  { seat: 2, name: 'Cid', state: 'stuck', progress: 0, penalty: 0 },
] as Seat[]
const replay = {
  state: { kind: 'race', phase: 'finished', progress_max: 5, seats, options: {} },
  boards: [{ ...film, steps: film.steps.slice(0, 20) }, { ...film, seat: 1 }, { ...film, seat: 2, steps: film.steps.slice(0, 30) }],
  progress: [[0, 0, 0], [0, 1, 0], [0, 2, 0], [100, 0, 1], [200, 1, 2], [205, 0, 3], [400, 1, 4], [800, 1, 5]],
} as unknown as Replay

describe('the story of a replay', () => {
  const story = new Story(replay)

  it('tells who was how far, and who had ended', () => {
    const at = (moment: number) => story.roomAt(moment).seats.map(({ progress, state }) => `${progress} ${state}`)
    expect(at(0)).toEqual(['0 playing', '0 playing', '0 playing'])
    expect(at(204)).toEqual(['1 playing', '2 playing', '0 playing'])
    expect(at(899)).toEqual(['3 playing', '5 finished', '0 stuck'])
    expect(at(900)).toEqual(['3 stood', '5 finished', '0 stuck'])
    expect(story.length).toBe(900)
    expect([99, 100, 204, 5000].map((moment) => story.changeBefore(moment))).toEqual([0, 100, 200, 900])
  })

  it('tells the score of a match at each moment, even if the room was closed long after', () => {
    const match = new Story({ ...replay, scores: [[0, [0, 0]], [300, [18, 9]], [90_000, [30, 12]]] })
    expect([0, 299, 300, 899, 900].map((moment) => match.roomAt(match.changeBefore(moment)).match)).toEqual([[0, 0], [0, 0], [18, 9], [18, 9], [30, 12]])
    expect(match.length).toBe(900)
  })

  it('marks who takes the lead for more than a moment, comes home, gives up', () => {
    expect(story.marks(10).map(({ at, seat, kind }) => `${at} ${seat} ${kind}`)).toEqual(['100 0 lead', '400 1 lead', '800 1 home', '900 0 stood'])
    expect(story.marks(1).map(({ at }) => at)).toEqual([100, 200, 205, 400, 800, 900])
  })

  it('marks in a duel who has got rid of the pile, and by the results who has won at last', () => {
    const both = seats.slice(0, 2).map(({ ended: _, ...seat }) => seat)
    const told = (states: readonly string[], rows: readonly object[]) => {
      const state = { ...replay.state, kind: 'duel', seats: both.map((seat, i) => ({ ...seat, state: states[i] })), results: { rows } }
      const duel = new Story({ ...replay, state, boards: [film] } as unknown as Replay)
      return { duel, marks: duel.marks(10).map(({ at, seat, kind }) => `${at} ${seat} ${kind}`) }
    }
    const before = ['100 0 lead', '400 1 lead', '800 1 home']
    const resigned = told(['stood', 'finished'], [{ seat: 1, won: true }, { seat: 0, won: false }])
    expect(resigned.marks).toEqual([...before, '1000 0 stood', '1000 1 home'])
    expect(resigned.duel.roomAt(999).seats[0]?.state).toBe('playing')
    expect(resigned.duel.roomAt(1000).seats[0]?.state).toBe('stood')
    // A player who resigned is listed before the winner, on either seat. Without a resignation both count as finished.
    expect(told(['finished', 'stood'], [{ seat: 0, won: true }, { seat: 1, won: false }]).marks).toEqual([...before, '1000 1 stood', '1000 0 home'])
    expect(told(['finished', 'finished'], [{ seat: 0, won: true }, { seat: 1, won: false }]).marks).toEqual([...before, '1000 0 home'])
    expect(told(['finished', 'finished'], [{ seat: 0, won: false }, { seat: 1, won: false }]).marks).toEqual([...before, '1000 0 drawn'])
    expect(told(['late', 'finished'], [{ seat: 1, won: true }, { seat: 0, won: false }]).marks).toEqual([...before, '1000 0 late', '1000 1 home'])
  })

  it('tells of no draw where only bots were left', () => {
    const three = ['late', 'finished', 'finished'].map((state, seat) => ({ ...seats[0], seat, state, ended: 900, ...(seat ? { bot: 'easy' } : {}) }))
    const state = { ...replay.state, kind: 'shared', seats: three, results: { rows: [{ seat: 1, won: false }] } }
    expect(new Story({ state, progress: [] } as unknown as Replay).marks(10).map(({ kind }) => kind)).toEqual(['late'])
  })

  it('tells of partners together', () => {
    const four = [0, 1, 2, 3].map((seat) => ({ seat, name: `P${seat}`, state: 'finished', progress: 0, penalty: 0, ended: 900 }))
    const state = { ...replay.state, kind: 'shared', options: { partners: true }, seats: four, results: { rows: [{ seat: 1, won: true }] } }
    const dealt = (at: number) => [0, 1, 2, 3].map((seat) => [at, seat, 0])
    const first = [[100, 0, 1], [200, 1, 2], [300, 2, 2], [400, 2, 5], [500, 0, 5]]
    const match = new Story({ ...replay, state, progress: [...dealt(0), ...first, ...dealt(600), [700, 1, 5], [900, 3, 5]] } as unknown as Replay)
    // Seat 2 has got rid of its pile at 400, which wins nothing before its partner has.
    expect(match.marks(1).map(({ at, seat, kind }) => `${at} ${seat} ${kind}`)).toEqual(['100 0 lead', '200 1 lead', '300 0 lead', '500 0 home', '700 1 lead', '900 1 home'])
    expect(match.leaderOf(match.roomAt(350).seats)).toBe(0)
  })

  it('marks each round of a match, in which somebody leads anew', () => {
    const two = [0, 1].map((seat) => ({ seat, name: `P${seat}`, state: 'finished', progress: 3, penalty: 0, ended: 900 }))
    const state = { ...replay.state, kind: 'shared', options: { demon: 13, target: 50 }, seats: two, results: { rows: [{ seat: 0, won: true }] } }
    const progress = [[0, 0, 0], [0, 1, 0], [100, 0, 4], [200, 1, 2], [400, 0, 0], [400, 1, 0], [500, 0, 1], [600, 1, 2], [700, 0, 3]]
    const match = new Story({ ...replay, state, progress } as unknown as Replay)
    expect(match.marks(1).map(({ at, seat, kind, round }) => `${at} ${round ?? seat} ${kind}`)).toEqual(['100 0 lead', '400 2 round', '500 0 lead', '600 1 lead', '700 0 lead', '900 0 home'])
  })

  it('says of who wins from behind that he has won, not that he leads', () => {
    const behind = new Story({ ...replay, progress: [[0, 0, 0], [0, 1, 0], [100, 0, 1]] })
    expect(behind.marks(10).map(({ kind }) => kind)).toEqual(['lead', 'home', 'stood'])
  })
})

describe('marks beside each other', () => {
  const mark = (at: number, kind: Mark['kind']): Mark => ({ at, seat: 0, kind })

  it('keep a distance, and the end of a game is kept before a lead', () => {
    const [early, lead, home, late] = [mark(0, 'lead'), mark(90, 'lead'), mark(100, 'home'), mark(110, 'lead')] as const
    expect(apart([early, lead, home, late], 10)).toEqual([early, lead, home, late])
    expect(apart([early, lead, home, late], 11)).toEqual([early, home])
  })
})

describe('the leader', () => {
  const [ann, bob] = seats as [Seat, Seat]

  it('is who is alone in front', () => {
    expect(leaderOf([ann, { ...bob, state: 'playing' }])).toBe(1)
    expect(leaderOf([ann, { ...bob, state: 'playing', progress: 3 }])).toBeUndefined()
    expect(leaderOf([ann])).toBeUndefined()
  })

  it('is of those who are home who was there first, unless the penalty says otherwise', () => {
    const later = { ...bob, seat: 7, ended: 950 }
    expect(leaderOf([later, bob, ann])).toBe(1)
    expect(leaderOf([later, { ...bob, penalty: 1 }])).toBe(7)
  })
})
