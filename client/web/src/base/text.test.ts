import { describe, expect, it } from 'vitest'
import { blocksOf, labelled } from './text'

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

it('puts a blank that breaks no line before a colon in French alone', () => {
  expect(labelled('L’Horloge', '18 sur 104', 'fr')).toBe('L’Horloge\u00a0: 18 sur 104')
  expect(['en', 'de'].map((tag) => labelled('Cover', '2', tag))).toEqual(['Cover: 2', 'Cover: 2'])
})
