import { expect, test, vi } from 'vitest'
import type { GameInfo } from '../wire/types'

const opened = vi.hoisted(() => vi.fn(async (..._: unknown[]) => undefined))
vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => key, language: { locale: 'en' } }))
vi.mock('./catalogue.svelte', () => ({ openRoom: opened }))
const { playAlone } = await import('./begin')

test('a game alone is rated, as the boards for those who play alone want it', async () => {
  await playAlone({ id: 'clock', kind: 'race' } as GameInfo)
  expect(opened.mock.calls[0]?.[2]).toEqual({ public: false, seats: 1, time_limit: 0 })
  expect(opened.mock.calls[0]?.[3]).toEqual({ alone: true })
})
