/** Finds the locale of a language of the page by the browser's languages. Pure. */

/** English without a country would be American; the texts are British. */
const USUAL: Record<string, string> = { en: 'en-GB' }

/** The locale for dates and numbers: the browser's first of this language, as "en-US", else the usual one of the language. */
export function localeOf(tag: string, browser: readonly string[]): string {
  return browser.find((one) => one.toLowerCase().startsWith(`${tag}-`)) ?? USUAL[tag] ?? tag
}
