/** The page's one connection, with the page's player on it. */

import { t } from '../i18n/index.svelte'
import { randomHex } from '../base/random'
import { isAnonymous, router } from '../base/router.svelte'
import { me } from '../base/settings.svelte'
import { Connection } from '../wire/connection.svelte'
import { browserId } from './browser'
import { notices } from './notices.svelte'

const scheme = location.protocol === 'https:' ? 'wss' : 'ws'

// The page has no identity in another site's frame and in an overlay. With the identity of this browser's player it
// would take over the player's connection to a table.
const nobody = { token: undefined as string | undefined, browser: randomHex(16) }

export const connection = new Connection(`${scheme}://${location.host}/ws`, {
  name: () => me.name,
  token: () => (isAnonymous ? nobody.token : me.token()),
  ticket: () => (isAnonymous ? undefined : me.ticket),
  browser: () => (isAnonymous ? nobody.browser : browserId()),
  welcomed: (welcome) => {
    if (isAnonymous) nobody.token = welcome.token
    else if (me.welcomed(welcome)) void import('../i18n/late/late').then(({ said }) => notices.show(said('take.done', { name: me.name })))
  },
  unticketed: () => {
    me.ticket = undefined
    // A code was typed, or its link led to no room: a new one can be typed at once.
    if (router.route.page === 'home') router.go('/take', 'replace')
    void import('../i18n/late/late').then(({ said }) => notices.show(said('take.refused'), 'bad'))
  },
  misnamed: () => {
    notices.show(t('name.refused', { name: me.name }), 'bad')
    me.unname()
  },
})

addEventListener('online', () => connection.connect())
addEventListener('offline', () => connection.doubt())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && connection.state === 'lost') connection.connect()
})
