import { expect, it } from 'vitest'
import { podium } from './podium'

const lines = (...ranks: number[]) => ranks.map((rank, at) => ({ rank, at }))
const shown = (...ranks: number[]) => podium(lines(...ranks)).map(({ at }) => at)

it('the first stands in the middle, and of two at the left', () => {
  expect(shown(1, 2, 3, 4)).toEqual([1, 0, 2])
  expect(shown(1, 2)).toEqual([0, 1])
  expect(shown(1)).toEqual([])
})

it('those who share a place stand on the podium together, or none of them where they are too many', () => {
  expect(shown(1, 1, 3)).toEqual([1, 0, 2])
  expect(shown(1, 2, 3, 3)).toEqual([0, 1])
  expect(shown(1, 2, 2, 2)).toEqual([])
  expect(shown(1, 1, 1, 1, 1)).toEqual([])
  expect(podium(lines(1, 2, 3, 3, 5), 4).map(({ at }) => at)).toEqual([1, 0, 2, 3])
})
