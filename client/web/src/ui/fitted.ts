import { tick } from 'svelte'

/** Letters no smaller than this can be read, in pixels. */
const LEAST = 10
const STEP = 0.5

/** Lets a heading's letters get smaller until no word of it is cut, whatever it says and however wide it is. Of use as `use:`. */
export function fitted(node: HTMLElement, _text: string): { update: () => void; destroy: () => void } {
  let width = 0
  const fit = (): void => {
    width = node.clientWidth
    node.style.fontSize = ''
    for (let size = parseFloat(getComputedStyle(node).fontSize) - STEP; isCut(node) && size >= LEAST; size -= STEP) node.style.fontSize = `${size}px`
  }
  // A frame later, as an observer must not change what it observes.
  const watch = new ResizeObserver(() => requestAnimationFrame(() => width !== node.clientWidth && fit()))
  fit()
  watch.observe(node)
  // What it says is said a moment after this was told of it.
  return { update: () => void tick().then(fit), destroy: () => watch.disconnect() }
}

function isCut(node: HTMLElement): boolean {
  return node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1
}
