import { describe, expect, it } from 'vitest'
import type { GameInfo } from '../wire/types'
import { ANY, asks, bestRaces, byName, difficultyOf, familiar, lengthOf, matching, packEach, valuesOf } from './filter'

function game(title: string, more: Partial<GameInfo> = {}): GameInfo {
  return { id: title.toLowerCase(), title, family: 'Klondike', source: 'Cadogan', kind: 'race', race: 'good', race_why: '', other_names: [], packs: 1, ...more } as GameInfo
}

const games = [
  game('Canfield', { packs: 1, won: 0.6 }),
  game('Spider', { family: 'Spider', packs: 2, race: 'poor', won: 0.19 }),
  game('Sultan', { family: 'Sultan', packs: 2, source: 'Morehead' }),
]
const titles = (filter: Partial<typeof ANY>) => matching(games, { ...ANY, ...filter }).map(({ title }) => title)

describe('a filter', () => {
  it('lets all games through when nothing is asked', () => {
    expect(asks(ANY)).toBe(false)
    expect(asks({ ...ANY, query: '  ' })).toBe(false)
    expect(titles({ query: ' ' })).toEqual(['Canfield', 'Spider', 'Sultan'])
  })

  it('asks for all that is chosen at once', () => {
    expect(asks({ ...ANY, packs: 2 })).toBe(true)
    expect(titles({ packs: 2 })).toEqual(['Spider', 'Sultan'])
    expect(titles({ packs: 2, race: 'poor' })).toEqual(['Spider'])
    expect(titles({ family: 'Sultan', race: 'poor' })).toEqual([])
  })

  it('looks for words in title, family and source, whatever their case', () => {
    expect(titles({ query: 'SULT' })).toEqual(['Sultan'])
    expect(titles({ query: 'klon' })).toEqual(['Canfield'])
    expect(titles({ query: ' morehead ' })).toEqual(['Sultan'])
  })

  it('looks for each word by itself, with or without accents, and for what families are called on the page', () => {
    expect(titles({ query: 'cadogan spider' })).toEqual(['Spider'])
    expect(titles({ query: 'spidér' })).toEqual(['Spider'])
    expect(titles({ query: 'spider sultan' })).toEqual([])
    expect(matching([game('Napoleon', { other_names: ['Forty Thieves'] }), ...games], { ...ANY, query: 'thieves' })).toHaveLength(1)
    const named = matching(games, { ...ANY, query: 'araignee' }, (family) => (family === 'Spider' ? 'Araignées' : family))
    expect(named.map(({ title }) => title)).toEqual(['Spider'])
  })

  it('needs no apostrophe, and takes the one of any keyboard', () => {
    const dozen = [game('Baker’s Dozen'), ...games]
    for (const query of ['bakers dozen', 'Baker’s', "baker's doz"]) expect(matching(dozen, { ...ANY, query })).toEqual(dozen.slice(0, 1))
  })

  it('asks only races how well they race', () => {
    expect(matching([...games, game('Malice', { kind: 'duel' })], { ...ANY, race: 'good' }).map(({ title }) => title)).toEqual(['Canfield', 'Sultan'])
  })

  it('tells how hard a game is, where that is known', () => {
    expect(games.map(difficultyOf)).toEqual(['easy', 'hard', undefined])
    expect(titles({ difficulty: 'hard' })).toEqual(['Spider'])
    expect(difficultyOf(game('Never', { won: 0 }))).toBe('rare')
  })

  it('tells how long a game is, where that is known', () => {
    const timed = [game('Cover', { moves: 24 }), game('Nation', { moves: 150 }), game('Empress', { moves: 151 }), game('New')]
    expect(timed.map(lengthOf)).toEqual(['short', 'medium', 'long', undefined])
    expect(matching(timed, { ...ANY, length: 'long' }).map(({ title }) => title)).toEqual(['Empress'])
    expect(asks({ ...ANY, length: 'short' })).toBe(true)
  })
})

describe('where a newcomer begins', () => {
  const known = ['klondike_draw1', 'spider_1', 'klondike_draw3', 'spider_2', 'sultan', 'nestor'].map((id) => game(id))
  const ids = (list: GameInfo[]) => list.map(({ id }) => id)

  it('is Klondike and Spider, then what is played most here, then what else many know', () => {
    expect(ids(familiar(known, [], 4))).toEqual(['klondike_draw1', 'spider_1', 'klondike_draw3', 'spider_2'])
    expect(ids(familiar(known, ['nestor', 'spider_1', 'gone', 'sultan'], 4))).toEqual(['klondike_draw1', 'spider_1', 'nestor', 'sultan'])
  })

  it('and then what races best: good races of which about half come out, in no long time, and one of each kind', () => {
    const races = [
      game('Half', { won: 0.5, moves: 100 }),
      game('Half2', { won: 0.49, moves: 100, variant_of: 'half' }),
      game('Rare', { won: 0.02, moves: 60 }),
      game('Long', { won: 0.5, moves: 300 }),
      game('Luck', { won: 0.5, moves: 60, race: 'poor' }),
      game('Most', { won: 0.8, moves: 60 }),
      game('Duel', { kind: 'duel' }),
    ]
    expect(ids(bestRaces(races, [], 5))).toEqual(['half', 'most', 'rare'])
    expect(ids(bestRaces(races, [races[0] as GameInfo], 5))).toEqual(['most', 'rare'])
  })
})

it('games are listed by what they are called in the language of the page', () => {
  const titles = ['Zebra', 'Äpfel', 'Spiel 10', 'Spiel 9', 'Birne', 'École']
  expect(byName(titles, (title) => title, 'de')).toEqual(['Äpfel', 'Birne', 'École', 'Spiel 9', 'Spiel 10', 'Zebra'])
})

it('the values of games come once each and in order', () => {
  expect(valuesOf(games, ({ packs }) => packs)).toEqual([1, 2])
  expect(valuesOf(games, ({ family }) => family)).toEqual(['Klondike', 'Spider', 'Sultan'])
})

it('says of a game to which each player brings a pack no number of packs', () => {
  expect(packEach({ packs: 8, most: 8 })).toBe(true)
  expect(packEach({ packs: 3, most: 4 })).toBe(false)
  expect(packEach({ packs: 2, most: 2 })).toBe(false)
  expect(packEach({ packs: 1 })).toBe(false)
})
