import { expect, test, vi } from 'vitest'
import type { GameInfo } from '../wire/types'

const opened = vi.hoisted(() => vi.fn(async (..._: unknown[]) => undefined))
vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => key, language: { locale: 'en' } }))
vi.mock('./catalogue.svelte', () => ({ openRoom: opened }))
const { playAlone, playBots } = await import('./begin')

test('a game alone is rated, as the boards for those who play alone want it', async () => {
  await playAlone({ id: 'clock', kind: 'race' } as GameInfo)
  expect(opened.mock.calls[0]?.[2]).toEqual({ public: false, seats: 1, time_limit: 0 })
  expect(opened.mock.calls[0]?.[3]).toEqual({ alone: true })
})

test('no clock runs against bots that one press has called', async () => {
  const begun = async (game: object) => {
    await playBots(game as GameInfo)
    return opened.mock.lastCall
  }
  for (const kind of ['duel', 'shared']) expect((await begun({ id: kind, kind, options: { move_seconds: [45, '0 to 3600'] } }))?.[1]).toEqual({ move_seconds: 0 })
  expect((await begun({ id: 'racing_demon', kind: 'shared', options: { demon: [13] } }))?.slice(1)).toEqual([{}, { public: false, time_limit: 0 }, { bots: 3 }])
})
