/** An action for `use:`: while a part of the page is too high, the tab key reaches it, and the arrow keys scroll it. */
export function scrolling(node: HTMLElement): void {
  const sizes = new ResizeObserver(() => (node.tabIndex = node.scrollHeight > node.clientHeight ? 0 : -1))
  // The size of a part that scrolls stays the same when its content grows. The observer goes with what it observes.
  for (const one of [node, ...node.children]) sizes.observe(one)
}
