/** Where units share their modules there is no browser: settings can't be kept, and are the usual ones. */

import { vi } from 'vitest'

vi.mock('./base/settings.svelte', () => ({ settings: { values: {} } }))
vi.stubGlobal('navigator', { languages: ['en-GB'] })
