/** The page's one connection, with the page's player on it. */

import { t } from '../i18n/index.svelte'
import { me } from '../settings.svelte'
import { Connection } from '../wire/connection.svelte'
import { browserId } from './browser'
import { notices } from './notices.svelte'

const scheme = location.protocol === 'https:' ? 'wss' : 'ws'

export const line = new Connection(`${scheme}://${location.host}/ws`, {
  name: () => me.name,
  token: () => me.token(),
  ticket: () => me.ticket,
  browser: browserId,
  welcomed: (welcome) => me.welcomed(welcome),
  unticketed: () => {
    me.ticket = undefined
    notices.show(t('take.refused'), 'bad')
  },
  misnamed: () => {
    notices.show(t('name.refused', { name: me.name }), 'bad')
    me.unname()
  },
})

addEventListener('online', () => line.connect())
addEventListener('offline', () => line.doubt())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && line.state === 'lost') line.connect()
})
