/** The player's settings and identity, kept in this browser. */

import { madeUp } from './names'
import type { Welcome } from '../wire/types'

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  language: string
  /** Clubs green and diamonds blue. */
  fourColours: boolean
  largeIndex: boolean
  back: 'lattice' | 'plain' | 'claret' | 'pine'
  deck: 'classic' | 'clear' | 'tinted'
  /** The colour of the table's felt. */
  felt: 'green' | 'blue' | 'wine' | 'slate'
  /** The table is mirrored. */
  leftHanded: boolean
  /** The presses that play a card. With `two`, the first press only picks it up. */
  press: 'one' | 'two'
  motion: 'system' | 'full' | 'reduced'
  sounds: boolean
  /** True if a phone vibrates at moves. */
  vibration: boolean
  /** True if no emotes of others are shown. */
  quiet: boolean
  /** True if invitations of friends are shown. */
  invitations: boolean
  /** The muted players: ids of people, names of programs. */
  muted: readonly string[]
}

const SETTINGS = 'cadogan.settings'
const DEFAULTS: Settings = {
  theme: 'system',
  language: '',
  fourColours: false,
  largeIndex: false,
  back: 'lattice',
  deck: 'classic',
  felt: 'green',
  leftHanded: false,
  press: 'one',
  motion: 'system',
  sounds: true,
  vibration: true,
  quiet: false,
  invitations: true,
  muted: [],
}

/** The object that this browser keeps under a key; empty if there is none. */
export function stored<T extends object>(key: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value ? (value as Partial<T>) : {}
  } catch {
    return {}
  }
}

/** Keep an object in this browser, for its other windows and later visits. */
export function store(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page works in browsers that keep nothing, too.
  }
}

const media = {
  dark: matchMedia('(prefers-color-scheme: dark)'),
  still: matchMedia('(prefers-reduced-motion: reduce)'),
}

class SettingsStore {
  values = $state<Settings>({ ...DEFAULTS, ...stored<Settings>(SETTINGS) })
  #dark = $state(media.dark.matches)
  #still = $state(media.still.matches)

  constructor() {
    media.dark.addEventListener('change', (event) => (this.#dark = event.matches))
    media.still.addEventListener('change', (event) => (this.#still = event.matches))
    // A setting that is changed in another window of this browser changes here too.
    addEventListener('storage', ({ key }) => {
      if (key === SETTINGS) this.values = { ...DEFAULTS, ...stored<Settings>(SETTINGS) }
    })
  }

  get dark(): boolean {
    return this.values.theme === 'dark' || (this.values.theme === 'system' && this.#dark)
  }

  get still(): boolean {
    return this.values.motion === 'reduced' || (this.values.motion === 'system' && this.#still)
  }

  set<K extends keyof Settings>(key: K, value: Settings[K]): void {
    this.values[key] = value
    store(SETTINGS, this.values)
  }
}

export const settings = new SettingsStore()

interface Kept {
  name: string
  /** The name made up for a player who has chosen none. */
  given: string
  token: string
}

class Me {
  name = $state('')
  /** True if the player has chosen the name. */
  named = $state(false)
  player = $state('')
  /** The ticket from another device of the player, until the server has accepted it. */
  ticket: string | undefined
  #given: string
  #token: string | undefined

  constructor() {
    const kept = stored<Kept>('cadogan.me')
    this.#given = kept.given || madeUp(navigator.languages)
    this.name = kept.name || this.#given
    this.named = Boolean(kept.name)
    this.#token = kept.token || undefined
    if (!kept.name && !kept.given) this.#keep()
  }

  token(): string | undefined {
    return this.#token
  }

  /** Keep who the player is for the server. Returns true if a ticket has made them that player. */
  welcomed(welcome: Welcome): boolean {
    const isTaken = this.ticket !== undefined && Boolean(welcome.token)
    if (isTaken) {
      this.ticket = undefined
      this.name = welcome.name
      this.named = true
    }
    this.#token = welcome.token || undefined
    this.player = welcome.player
    this.#keep()
    return isTaken
  }

  rename(name: string): void {
    this.name = name
    this.named = true
    this.#keep()
  }

  /** Forget identity and name, after the server has deleted the player. */
  forget(): void {
    this.#token = undefined
    this.player = ''
    this.#given = madeUp(navigator.languages)
    this.unname()
  }

  /** Go back from a chosen name to the made-up one. */
  unname(): void {
    this.name = this.#given
    this.named = false
    this.#keep()
  }

  #keep(): void {
    store('cadogan.me', { name: this.named ? this.name : '', given: this.#given, token: this.#token ?? '' })
  }
}

export const me = new Me()
