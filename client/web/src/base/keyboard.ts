/** Tells which key presses are meant for the page, and which for the browser, a field or a dialog. */

/** True if a modifier is held that makes the key a shortcut of the browser or the system. */
export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}

/** The pressed key if the press is meant for the page as a whole; undefined if it is meant for a field or a dialog. */
export function pageKey(event: KeyboardEvent): string | undefined {
  if (hasModifier(event) || event.repeat) return undefined
  return (event.target as Element).closest('input, select, textarea, dialog') ? undefined : event.key
}
