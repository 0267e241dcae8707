/** The names of options and their values in the language of the page. */

import { labelled } from '../base/text'
import { language } from '../i18n/index.svelte'
import { said, saidOr } from '../i18n/late/late'
import type { OptionValue } from '../wire/types'

export type Options = Readonly<Record<string, OptionValue>>

export function optionName(name: string): string {
  const plain = name.replace(/_/g, ' ')
  return saidOr(`option.${name}`, plain.charAt(0).toUpperCase() + plain.slice(1))
}

/** The name of a value, in the option's own words if it has some: time that runs out ends a turn, and does not run out "by itself"; one point is reached in one round. */
export function valueName(value: OptionValue, name = ''): string {
  if (typeof value === 'boolean') return value ? said('yes') : said('no')
  return saidOr(`${name}.${value}`, typeof value === 'string' ? saidOr(`value.${value}`, value.replace(/_/g, ' ')) : String(value))
}

/** Options that differ from the defaults, as a line of text. */
export function optionsText(options: Options): string {
  const list = Object.entries(options).map(([name, value]) => labelled(optionName(name), valueName(value, name), language.tag))
  return list.join(', ') || said('leaders.usual')
}

/** The least and the greatest number of an option whose values are not listed: `1000 to 9999`. */
export function rangeOf(values: readonly OptionValue[]): [number, number] | undefined {
  const range = values.map((value) => /^(\d+) to (\d+)$/.exec(String(value))).find((found) => found)
  return range ? [Number(range[1]), Number(range[2])] : undefined
}
