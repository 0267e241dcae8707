import { beforeAll, describe, expect, it } from 'vitest'
import type { GameInfo } from '../wire/types'
import { ANY } from './filter'
import { loadRelatives } from './kin.svelte'
import { relativesOf } from './relatives'
import { nearest, search } from './search'
import { distanceToBeginning } from './spelling'

function game(id: string, title: string, more: Partial<GameInfo> = {}): GameInfo {
  return { id, title, family: 'packers', source: 'Cadogan', kind: 'race', race: 'good', race_why: '', other_names: [], titles: [], packs: 1, ...more } as unknown as GameInfo
}

const games = [
  game('klondike_draw1', 'Klondike, draw one', { other_names: ['Solitaire'], titles: ['Klondike, eine Karte', 'Klondike, une carte'] }),
  game('spiderette', 'Spiderette', { family: 'spider kin' }),
  game('napoleon_at_st_helena', 'Napoleon at St. Helena', { other_names: ['Forty Thieves'], packs: 2 }),
  game('wheel', 'The Wheel', { family: 'pairs and sums', packs: 2, titles: ['Das Rad', 'La Roue'] }),
  game('flower_garden', 'The Flower-Garden', { family: 'open builders', titles: ['Der Blumengarten', 'Le Parterre'] }),
  game('rainbow', 'The Rainbow', { family: 'open builders' }),
  game('nestor', 'Nestor', { family: 'pairs and sums', race: 'poor' }),
]
const ids = (query: string, more: Partial<typeof ANY> = {}) => search(games, { ...ANY, query, ...more }).games.map(({ id }) => id)
const how = (query: string, more: Partial<typeof ANY> = {}) => search(games, { ...ANY, query, ...more }).how

beforeAll(loadRelatives)

describe('a search', () => {
  it('forgives slips of the pen', () => {
    expect([ids('klondyke'), how('klondyke')]).toEqual([['klondike_draw1'], 'spelt'])
    expect(ids('spiderete')).toEqual(['spiderette'])
    expect(ids('forty theives')).toEqual(['napoleon_at_st_helena'])
    expect(ids('fortytheives')).toEqual(['napoleon_at_st_helena'])
    expect(ids('klondy')).toEqual(['klondike_draw1'])
    expect(ids('flowr gardn')).toEqual(['flower_garden'])
  })

  it('takes a word for any patience beside a name for none', () => {
    expect([ids('patience spiderette'), how('réussite spiderete')]).toEqual([['spiderette'], 'spelt'])
    expect(ids('solitaire')).toEqual(['klondike_draw1'])
  })

  it('takes the number of a deal beside a name for no part of it', () => {
    expect(['nestor 617', 'Nestor #11982', 'nestor deal 617', 'Nestor Nr. 617'].map((query) => [ids(query), how(query)])).toEqual(Array(4).fill([['nestor'], 'named']))
    expect(how('patience')).not.toBe('named')
  })

  it('has the nearest name first, and a family after the games of that name', () => {
    const kin = [game('aracnida', 'Aracnida', { family: 'spider kin' }), game('spider_1', 'Spider, one suit', { family: 'spider kin' }), ...games]
    const found = (query: string) => search(kin, { ...ANY, query }, (family) => (family === 'spider kin' ? 'Spider-Verwandte' : family)).games.map(({ id }) => id)
    expect(found('spiderete')).toEqual(['spiderette', 'spider_1'])
    expect(found('spyder')).toEqual(['spider_1', 'spiderette'])
    expect(found('spider')).toEqual(['spider_1', 'spiderette', 'aracnida'])
    expect(found('verwandtr')).toEqual(['aracnida', 'spider_1', 'spiderette'])
  })

  it('has the name that begins as typed before another that is as near', () => {
    const trefoil = game('la_belle_lucie', 'La Belle Lucie', { family: 'open builders', titles: ['Les Trèfles'] })
    expect(search([trefoil, ...games], { ...ANY, query: 'nestr' }).games.map(({ id }) => id)).toEqual(['nestor', 'la_belle_lucie'])
  })

  it('has the title that begins with the query, but for its article, before one with the word behind another', () => {
    const pyramids = [game('great_pyramid', 'La Grande Pyramide'), game('pyramid', 'La Pyramide')]
    expect(search(pyramids, { ...ANY, query: 'pyramide' }).games.map(({ id }) => id)).toEqual(['pyramid', 'great_pyramid'])
  })

  it('has the title whose first word is meant before one with that word behind another', () => {
    const canfield = game('klondike', 'Canfield or Klondike')
    for (const query of ['klondyke', 'klondike']) {
      expect(search([canfield, ...games], { ...ANY, query }).games.map(({ id }) => id)).toEqual(['klondike_draw1', 'klondike'])
    }
  })

  it('has the better known of two that are named alike first, whatever the alphabet says', () => {
    const draws = [game('klondike_draw3', 'Klondike, drei Karten'), game('klondike_draw1', 'Klondike, eine Karte')]
    expect(search(draws, { ...ANY, query: 'klondike' }).games.map(({ id }) => id)).toEqual(['klondike_draw1', 'klondike_draw3'])
  })

  it('has the game whose whole name was typed before one in whose name it occurs', () => {
    const josephine = game('josephine', 'Josephine', { other_names: ['Forty Thieves, by runs'] })
    expect(search([josephine, ...games], { ...ANY, query: 'forty thieves' }).games.map(({ id }) => id)).toEqual(['napoleon_at_st_helena', 'josephine'])
  })

  it('finds games by what they are called in other languages', () => {
    expect([ids('rad'), how('rad')]).toEqual([['wheel'], 'named'])
    expect(ids('La Roue')).toEqual(['wheel'])
    expect(ids('blumengartn')).toEqual(['flower_garden'])
  })

  it('suggests the nearest relations of a game that is not here', () => {
    for (const name of ['penguin', 'Penguin', 'Penguin Solitaire', 'pengiun']) {
      expect([name, ids(name), how(name)]).toEqual([name, ['flower_garden', 'rainbow'], 'kin'])
    }
    expect(ids('monte carlo')).toEqual(['nestor', 'wheel'])
  })

  it('never brings nothing', () => {
    expect([ids('xyzzy'), how('xyzzy')]).toEqual([['klondike_draw1', 'napoleon_at_st_helena'], 'unknown'])
    expect([ids('nestor', { race: 'good' }), how('nestor', { race: 'good' })]).toEqual([['nestor'], 'loose'])
    expect([ids('', { family: 'open builders', packs: 2 }), how('', { family: 'open builders', packs: 2 })]).toEqual([['napoleon_at_st_helena', 'wheel', 'flower_garden', 'rainbow'], 'loose'])
    expect(search([], ANY)).toEqual({ games: [], how: 'named' })
  })

  it('brings what was asked for, where that is here, and nothing else', () => {
    expect([ids('klondike'), how('klondike')]).toEqual([['klondike_draw1'], 'named'])
    expect(ids('', { packs: 2 })).toEqual(['napoleon_at_st_helena', 'wheel'])
  })
})

it('a name that is none is like those of some games', () => {
  const names = (name: string) => nearest(games, name, 5).map(({ id }) => id)
  expect(names('40 thieves')).toEqual(['napoleon_at_st_helena'])
  expect(names('poker')).toEqual([])
  expect(names('')).toEqual([])
})

it('a neighbour exchanged is one mistake, and what has not been typed yet is none', () => {
  expect(distanceToBeginning('theives', 'thieves')).toBe(1)
  expect(distanceToBeginning('klon', 'klondike')).toBe(0)
  expect(distanceToBeginning('klondike', 'klon')).toBe(4)
})

it('relations are those of the whole name, strictly or nearly', () => {
  expect(relativesOf('penguin', true)[0]).toBe('freecell')
  expect(relativesOf('pengiun', true)).toEqual([])
  expect(relativesOf('', false)).toEqual([])
  expect(relativesOf('solitaire', false)).not.toContain('flower_garden')
})
