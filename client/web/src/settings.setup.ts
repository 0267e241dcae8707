/** The setup of unit tests that share their modules. There is no browser, so settings are not kept and have their defaults. */

import { vi } from 'vitest'

vi.mock('./base/settings.svelte', () => ({ settings: { values: {} } }))
vi.stubGlobal('navigator', { languages: ['en-GB'] })
