/** Which key presses mean something here, and which are meant for somebody else. */

/** Whether a key is pressed together with one that makes it a shortcut of the browser or the system. */
export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}

/** The key of a press that is meant for the page as a whole, not for a field or a dialog in it. */
export function pageKey(event: KeyboardEvent): string | undefined {
  if (hasModifier(event) || event.repeat) return undefined
  return (event.target as Element).closest('input, select, textarea, dialog') ? undefined : event.key
}
