import { describe, expect, it } from 'vitest'
import { inBrief } from './reason'

describe('a reason in brief', () => {
  it('is without the line that it cites', () => {
    expect(inBrief('On 4♠ it wants 3♦ or 3♥ (3, 4: a run goes on a card one rank higher (or lower)).')).toBe('On 4♠ it wants 3♦ or 3♥.')
  })

  it('is the line where that is all there is, without its number', () => {
    expect(inBrief('1: two open cards of the same rank go together.')).toBe('Two open cards of the same rank go together.')
  })

  it('is as it was where it cites nothing', () => {
    expect(inBrief('A move takes at least one card (or more).')).toBe('A move takes at least one card (or more).')
  })
})
