import { describe, expect, it } from 'vitest'
import { overlayOptions } from './options'

describe('the options of an overlay', () => {
  it('show all unless something is turned off', () => {
    expect(overlayOptions('')).toEqual({ seat: undefined, boards: true, names: true, clock: true, follow: true })
    expect(overlayOptions('?seat=2&names=0&clock=0')).toEqual({ seat: 1, boards: true, names: false, clock: false, follow: true })
  })

  it('are left as they are by what makes no sense', () => {
    for (const seat of ['0', '-1', 'x', '1.5', '']) expect(overlayOptions(`?seat=${seat}&boards=maybe`)).toEqual(overlayOptions(''))
  })
})
