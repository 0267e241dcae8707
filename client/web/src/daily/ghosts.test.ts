import { expect, test } from 'vitest'
import { GHOST_SEATS, type Ghost, type Replay, type RoomState } from '../wire/types'
import { beside, haunted, isGhost, opponentsOf, progressAt, withGhosts, withGhostLines } from './ghosts'

const ghost: Ghost = { room: 'ABCDEF', seat: 0, name: 'Anna', state: 'finished', ended: 9000, steps: [[0, 0], [4000, 3], [9000, 52]] }
const state = { seats: [{ seat: 0, name: 'Olga', progress: 1, state: 'playing' }], ghosts: [ghost] } as unknown as RoomState

test('a ghost is as far as it was at that moment, and no further', () => {
  expect([0, 3999, 4000, 8999, 9000, 10_000].map((moment) => progressAt(ghost, moment))).toEqual([0, 0, 3, 3, 52, 52])
  const before = haunted(state, 8999).seats[1]
  expect([before?.seat, before?.name, before?.state, before?.progress]).toEqual([GHOST_SEATS, 'Anna', 'playing', 3])
  const after = haunted(state, 9000).seats[1]
  expect([after?.state, after?.ended]).toEqual(['finished', 9000])
})

test('a room without ghosts stays what it is', () => {
  const plain = { ...state, ghosts: [] }
  expect(haunted(plain, 0)).toBe(plain)
  expect(isGhost(GHOST_SEATS)).toBe(true)
  expect(isGhost(63)).toBe(false)
})

test('in a replay ghosts are told among the racers, in the order of moments', () => {
  const replay = withGhosts({ state, progress: [[0, 0, 0], [5000, 0, 1]], boards: [] } as unknown as Replay)
  expect(replay.progress.map(([at, seat]) => [at, seat])).toEqual([[0, 0], [0, 100], [4000, 100], [5000, 0], [9000, 100]])
  expect(replay.state.seats.map(({ seat }) => seat)).toEqual([0, 100])
})

test('who is home is ahead by time, else by cards', () => {
  expect(beside({ won: true, time: 8000, progress: 52 }, ghost)).toEqual({ time: 1000 })
  expect(beside({ won: false, progress: 40 }, ghost)).toEqual({ cards: -12 })
})

const raced = (rows: object[], ghosts: Ghost[] = []) => ({
  state: { code: 'RRRRRR', seats: [{ seat: 0, player: 'me' }, { seat: 1, player: 'anna' }, { seat: 2, player: '' }], results: { rows }, ghosts } as unknown as RoomState,
})

test('the best run of a replay is offered first, whoever looks at it', () => {
  const replay = raced([
    { seat: 0, name: 'Olga', won: false, progress: 12 },
    { seat: 2, name: 'Bot', won: false, progress: 30 },
    { seat: 1, name: 'Anna', won: true, time: 8000, progress: 52 },
  ])
  const found = opponentsOf(replay, 'secret', 'me')
  expect(found.map(({ name, mine }) => [name, mine])).toEqual([['Anna', false], ['Bot', false], ['Olga', true]])
  expect(found[0]?.run).toEqual({ room: 'RRRRRR', seat: 1, key: 'secret' })
})

test('a run that brought nothing home is not offered, not even as the only one', () => {
  expect(opponentsOf(raced([{ seat: 0, name: 'Olga', won: false, progress: 0 }]), '', 'me')).toEqual([])
})

test('the ghosts of a replay are offered too, from the room where they were made', () => {
  const [first, second] = opponentsOf(raced([{ seat: 0, name: 'Olga', won: true, time: 9500, progress: 52 }], [ghost]), '', 'me')
  expect([first?.name, first?.run]).toEqual(['Anna', { room: 'ABCDEF', seat: 0 }])
  expect(second?.mine).toBe(true)
})

test('a ghost that was faster stands before the racer in the results', () => {
  const ghost = (name: string, state: string, ended: number, progress: number) => ({ room: 'R', seat: 0, name, state, ended, steps: [[ended, progress]] }) as never
  const row = (won: boolean, time: number, progress: number) => ({ seat: 0, rank: 1, name: 'Me', won, time, progress }) as never
  const lines = (mine: never, other: never) => withGhostLines([mine], [other]).map(({ rank, row, ghost }) => `${rank} ${row?.name ?? ghost?.name}`)
  expect(lines(row(true, 300, 52), ghost('Anna', 'finished', 200, 52))).toEqual(['1 Anna', '2 Me'])
  expect(lines(row(true, 100, 52), ghost('Anna', 'finished', 200, 52))).toEqual(['1 Me', '2 Anna'])
  expect(lines(row(false, 100, 7), ghost('Anna', 'stood', 200, 9))).toEqual(['1 Anna', '2 Me'])
  expect(lines(row(false, 100, 9), ghost('Anna', 'stood', 200, 9))).toEqual(['1 Me', '1 Anna'])
  expect(withGhostLines([row(true, 300, 52)], [])).toHaveLength(1)
})
