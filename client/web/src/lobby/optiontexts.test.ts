import { expect, test } from 'vitest'
import { optionTexts } from './optiontexts'

test('an option in words has the words of its own value', () => {
  const texts = optionTexts({ riddance: 5, move_seconds: 45, on_timeout: 'auto', target: 1, partners: true })
  expect(texts).toEqual(['Cards to get rid of: 5', 'Seconds for each action: 45', 'When time runs out: the turn is ended', expect.stringMatching(/: 1 \(one round\)$/), expect.any(String)])
  expect(optionTexts({ partners: false })).toEqual([])
})
