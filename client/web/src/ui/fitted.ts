import { tick } from 'svelte'

/** The smallest font size that can be read, in pixels. */
const LEAST = 10
const STEP = 0.5

/** The share of its usual size to which a font is reduced rather than begin a second line. */
const ONE_LINE = 0.75

/** An action for `use:` that makes a heading's font a little smaller if one line holds it then, else smaller until no word is cut. */
export function fitted(node: HTMLElement, _text: string): { update: () => void; destroy: () => void } {
  let width = 0
  const fit = (): void => {
    width = node.clientWidth
    node.style.fontSize = ''
    const usual = parseFloat(getComputedStyle(node).fontSize)
    if (shrink(node, usual, ONE_LINE * usual, isBroken)) return
    node.style.fontSize = ''
    shrink(node, usual, LEAST, isCut)
  }
  // Wait for the next frame, because an observer must not change the observed size.
  const watch = new ResizeObserver(() => requestAnimationFrame(() => width !== node.clientWidth && fit()))
  fit()
  watch.observe(node)
  // The new text is on the page a moment after this call.
  return { update: () => void tick().then(fit), destroy: () => watch.disconnect() }
}

/** Make the font smaller, down to a least size, while something is wrong. Returns true if nothing is in the end. */
function shrink(node: HTMLElement, usual: number, least: number, isWrong: (node: HTMLElement) => boolean): boolean {
  for (let size = usual; isWrong(node) && size > least; ) {
    size = Math.max(least, size - STEP)
    node.style.fontSize = `${size}px`
  }
  return !isWrong(node)
}

/** True if a heading has more than one line, or is cut. */
function isBroken(node: HTMLElement): boolean {
  return isCut(node) || node.clientHeight > 1.6 * parseFloat(getComputedStyle(node).lineHeight)
}

function isCut(node: HTMLElement): boolean {
  return node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1
}
