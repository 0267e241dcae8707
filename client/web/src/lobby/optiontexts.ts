/** The options of a room in words, which come with its lobby. */

import { t } from '../i18n/index.svelte'
import { saidOr } from '../i18n/late/late'
import { valueName } from '../state/options'
import type { RoomState } from '../wire/types'
import { chosenOptions } from './terms'

/** The options that change anything in words: `Cards: 20`, and of those that are only on or off the name of each that is on. */
export function optionTexts(options: RoomState['options']): string[] {
  return chosenOptions(options).flatMap(([name, value]) => {
    const label = saidOr(`option.${name}`, name.replace(/_/g, ' '))
    if (typeof value === 'boolean') return value ? [label] : []
    return [t('named', { name: label, value: valueName(value, name) })]
  })
}
