import { expect, test } from 'vitest'
import { stockMove } from './stock'

test('the key of the stock turns, deals, or begins the stock anew, whichever can be done', () => {
  expect(stockMove([['redeal'], ['turn']])).toEqual(['turn'])
  expect(stockMove([['discard'], ['deal']])).toEqual(['deal'])
  expect(stockMove([['redeal']])).toEqual(['redeal'])
  expect(stockMove([['discard'], ['fill']])).toBeUndefined()
})
