import { expect, test, vi } from 'vitest'
import { mayBeWatched } from './watchable'

const asked: string[] = []

/** Let the server answer with this status. */
function answer(status: number): void {
  asked.length = 0
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return status ? Promise.resolve({ status }) : Promise.reject(new TypeError('no connection'))
  })
}

test('watching is offered where the server lets one in, and not where nobody may watch', async () => {
  answer(200)
  expect(await mayBeWatched('ABCDEF', '', 'room_full')).toBe(true)
  answer(403)
  expect(await mayBeWatched('ABCDEF', 'a b', 'room_full')).toBe(false)
  expect(asked).toEqual(['/api/v1/rooms/ABCDEF?key=a%20b'])
})

test('whoever was refused as a spectator or put out is offered nothing, and nobody is asked', async () => {
  answer(200)
  expect(await Promise.all(['no_spectators', 'put_out'].map((why) => mayBeWatched('ABCDEF', '', why)))).toEqual([false, false])
  expect(asked).toEqual([])
})

test('without an answer watching may be tried', async () => {
  for (const status of [429, 503, 0]) {
    answer(status)
    expect(await mayBeWatched('ABCDEF', '', 'room_locked')).toBe(true)
  }
})
