import { describe, expect, it } from 'vitest'
import { blocksOf } from './text'

describe('the text of the rules', () => {
  it('has headings, paragraphs and lists', () => {
    expect(blocksOf('# Aim\nBring all\nhome.\n\n- one\n  more\n- two')).toEqual([
      { kind: 'heading', text: 'Aim' },
      { kind: 'text', parts: [{ text: 'Bring all home.', style: 'plain' }] },
      { kind: 'list', items: [[{ text: 'one more', style: 'plain' }], [{ text: 'two', style: 'plain' }]] },
    ])
  })

  it('has strong and stressed words', () => {
    expect(blocksOf('a **b** *c*')).toEqual([
      {
        kind: 'text',
        parts: [
          { text: 'a ', style: 'plain' },
          { text: 'b', style: 'strong' },
          { text: ' ', style: 'plain' },
          { text: 'c', style: 'em' },
        ],
      },
    ])
  })
})
