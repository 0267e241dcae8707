import { tick } from 'svelte'

/** The smallest font size that can be read, in pixels. */
const LEAST = 10
const STEP = 0.5

/** An action for `use:` that makes a heading's font smaller until no word is cut. */
export function fitted(node: HTMLElement, _text: string): { update: () => void; destroy: () => void } {
  let width = 0
  const fit = (): void => {
    width = node.clientWidth
    node.style.fontSize = ''
    for (let size = parseFloat(getComputedStyle(node).fontSize) - STEP; isCut(node) && size >= LEAST; size -= STEP) node.style.fontSize = `${size}px`
  }
  // Wait for the next frame, because an observer must not change the observed size.
  const watch = new ResizeObserver(() => requestAnimationFrame(() => width !== node.clientWidth && fit()))
  fit()
  watch.observe(node)
  // The new text is on the page a moment after this call.
  return { update: () => void tick().then(fit), destroy: () => watch.disconnect() }
}

function isCut(node: HTMLElement): boolean {
  return node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1
}
