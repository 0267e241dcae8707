/** Work that can wait until the page has nothing better to do. */

/** Within so many milliseconds it is done even on a page that is always busy. */
const PATIENCE = 2000

/** Call `work` in an idle moment; where a browser does not tell of them, a little later. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: PATIENCE })
  else setTimeout(work, 50)
}
