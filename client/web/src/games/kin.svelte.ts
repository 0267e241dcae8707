/** Loads the relatives of missing games when a search first needs them, so that they are no part of the first load. */

type RelativesOf = typeof import('./relatives').relativesOf

let loaded = $state.raw<RelativesOf>()

/** Load the relatives; resolves when they are there. A search that ran before runs anew then. */
export async function loadRelatives(): Promise<void> {
  loaded ??= (await import('./relatives')).relativesOf
}

/** The ids of the games most similar to a well-known game that the catalogue lacks; none before they are loaded. */
export function relativesOf(typed: string, strictly: boolean): readonly string[] {
  // Without a connection the next search tries again.
  if (!loaded && typed.trim()) loadRelatives().catch(() => undefined)
  return loaded?.(typed, strictly) ?? []
}
