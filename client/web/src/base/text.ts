/** Parses the subset of Markdown of the rules' texts: headings, lists, paragraphs, strong and emphasised words. Pure. */

export interface Part {
  readonly text: string
  readonly style: 'plain' | 'strong' | 'em'
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: Part[][] }
  | { readonly kind: 'text'; readonly parts: Part[] }

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  for (const [, strong, em, plain] of text.replace(/`([^`]*)`/g, '$1').matchAll(/\*\*(.+?)\*\*|\*([^*]+)\*|([^*]+|\*)/g)) {
    if (strong !== undefined) parts.push({ text: strong, style: 'strong' })
    else if (em !== undefined) parts.push({ text: em, style: 'em' })
    else parts.push({ text: plain as string, style: 'plain' })
  }
  return parts
}

/** The blocks of a text. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const chunk of text.trim().split(/\n\s*\n|\n(?=#)/)) {
    const lines = chunk.split('\n')
    const heading = /^#+\s+(.*)$/.exec(lines[0] ?? '')
    if (heading) {
      blocks.push({ kind: 'heading', text: heading[1] as string })
      lines.shift()
    }
    let words: string[] = []
    let items: string[] = []
    const flush = () => {
      if (words.length) blocks.push({ kind: 'text', parts: partsOf(words.join(' ')) })
      if (items.length) blocks.push({ kind: 'list', items: items.map(partsOf) })
      words = []
      items = []
    }
    for (const line of lines) {
      const item = /^\s*(?:[-*•]|\d+\.)\s+(.*)$/.exec(line)
      if (item) {
        if (words.length) flush()
        items.push(item[1] as string)
      } else if (items.length) items[items.length - 1] += ` ${line.trim()}`
      else if (line.trim()) words.push(line.trim())
    }
    flush()
  }
  return blocks
}

/** Names as a list in the language of the page: `Ann, Bob and Cid`. */
export function listText(names: readonly string[], tag: string): string {
  return new Intl.ListFormat(tag, { style: 'long', type: 'conjunction' }).format(names)
}

/** A text that begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "Label: text" as the language of the page writes it. French has a blank before the colon that breaks no line. */
export function labelled(label: string, text: string, tag: string): string {
  return `${label}${tag === 'fr' ? '\u00a0' : ''}: ${text}`
}
