/** The page's words in the player's language. */

import { settings } from '../base/settings.svelte'
import { en } from './en'
import { localeOf } from './locale'

/** The names of all texts. A text with a plural has one name and the endings `_one` and `_other`. */
export type Key = keyof typeof en extends infer K ? (K extends `${infer Stem}_one` ? Stem : K extends `${string}_other` ? never : K) : never
/** One language: every text there is. */
export type Texts = Record<keyof typeof en, string>
export type Values = Record<string, string | number>
/** Joins a word and the value after it, as the language demands: `de` and `Le Moulin` to `du Moulin`. `name` is the value's name in the text. */
export type Join = (word: string, value: string, name: string) => string
interface File {
  readonly join?: Join
  readonly [tag: string]: Texts | Join | undefined
}

/** The languages' files: each file beside this one that is named by a language's code. English is part of the page's own code. */
const FILES = import.meta.glob<File>(['./??.ts', '!./en.ts'])
/** The files with the texts for broken rules. English has none, because the server sends it. */
const RULES = import.meta.glob<Record<string, Record<string, string>>>('./rules/??.ts')

interface Words {
  readonly texts: Texts
  readonly join: Join
}

/** Joins a word and a value by a blank, as most languages do. */
function apart(word: string, value: string): string {
  return word + value
}

/** All languages: the name of each in itself, and a function that fetches its texts. */
export const LANGUAGES: Record<string, { name: string; load: () => Promise<Words> }> = {
  en: { name: nameOf('en'), load: () => Promise.resolve({ texts: en, join: apart }) },
  ...Object.fromEntries(
    Object.entries(FILES).map(([file, load]) => {
      const tag = file.slice(2, 4)
      const fetched = async () => {
        const { [tag]: texts, join = apart } = await load()
        return { texts: texts as Texts, join }
      }
      return [tag, { name: nameOf(tag), load: fetched }]
    }),
  ),
}

/** The name of a language in itself, as a heading: `Deutsch`. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

function preferred(): string {
  const wanted = [settings.values.language, ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wanted.find((tag) => tag in LANGUAGES) ?? 'en'
}

class Language {
  tag = $state('en')
  #texts = $state.raw<Texts>(en)
  #rules = $state.raw<Record<string, string>>({})
  #join: Join = apart
  #plural = new Intl.PluralRules('en')

  /** Switch to the language of the settings, or to the browser's. */
  async choose(): Promise<void> {
    const tag = preferred()
    const [{ texts, join }, rules] = await Promise.all([(LANGUAGES[tag] as (typeof LANGUAGES)[string]).load(), RULES[`./rules/${tag}.ts`]?.()])
    // The player may have chosen another language while the texts were fetched.
    if (tag !== preferred()) return
    this.#plural = new Intl.PluralRules(tag)
    this.#texts = texts
    this.#join = join
    this.#rules = rules?.[tag] ?? {}
    this.tag = tag
    document.documentElement.lang = tag
  }

  /** The locale for dates and numbers: this language, in the browser's country. */
  get locale(): string {
    return localeOf(this.tag, navigator.languages)
  }

  text(key: string, values?: Values): string | undefined {
    return this.filledIn(this.#texts, key, values)
  }

  /** A text among others than the page's own; undefined if they lack it. */
  filledIn(texts: Readonly<Record<string, string>>, key: string, values: Values = {}): string | undefined {
    const n = values['n']
    const text = texts[key] ?? (typeof n === 'number' ? (texts[`${key}_${this.#plural.select(n)}`] ?? texts[`${key}_other`]) : undefined)
    return text === undefined ? undefined : this.#filled(text, values)
  }

  /** Why a move is forbidden by the rule with this name; undefined where the language has no words for it. */
  rule(name: string, values: Values = {}): string | undefined {
    const text = this.#rules[name]
    return text === undefined ? undefined : this.#filled(text, values)
  }

  #filled(text: string, values: Values): string {
    return text.replace(/(\p{L}+ )?\{(\w+)\}/gu, (_, word: string | undefined, name: string) => {
      const given = values[name] ?? ''
      // A number has a minus sign, and not a hyphen.
      const value = typeof given === 'number' ? String(given).replace('-', '−') : given
      return word ? this.#join(word, value, name) : value
    })
  }
}

export const language = new Language()

/** A text, with its values filled in. `n` chooses between one and many. */
export function t(key: Key, values?: Values): string {
  return language.text(key, values) ?? key
}

/** A text whose key is made at run time; `otherwise` if there is no such text. */
export function tr(key: string, otherwise: string, values?: Values): string {
  return language.text(key, values) ?? otherwise
}
