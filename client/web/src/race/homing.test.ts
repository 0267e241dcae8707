import { expect, test } from 'vitest'
import { sendHome } from './homing'

/** A table where the cards at hand go home one by one, and the stock deals a new one after as many as said. */
function table(ready: number, dealsAfter = Infinity) {
  let [left, stock, played] = [ready, 10, 0]
  return {
    next: () => (left > 0 ? 'home' : undefined),
    inStock: () => stock,
    play: async () => {
      left--
      if (++played >= dealsAfter) [left, stock] = [left + 1, stock - 1]
      return played < 50
    },
    pause: async () => undefined,
    played: () => played,
  }
}

test('all cards go home that can', async () => {
  const cards = table(5)
  await sendHome(cards)
  expect(cards.played()).toBe(5)
})

test('a card that comes from the stock is left to the player', async () => {
  const dealing = table(1, 1)
  await sendHome(dealing)
  expect(dealing.played()).toBe(1)
})

test('a refused move ends it', async () => {
  const refusing = { ...table(5), play: async () => false }
  await sendHome(refusing)
  expect(refusing.played()).toBe(0)
})
