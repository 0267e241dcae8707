/** Work that can wait until the page has nothing better to do. */

/** The milliseconds after which the work is done even on a busy page. */
const PATIENCE = 2000

/** Call `work` in an idle moment, or a little later in browsers that don't report idle moments. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: PATIENCE })
  else setTimeout(work, 50)
}
