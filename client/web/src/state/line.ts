/** The page's one connection, with the page's player on it. */

import { me } from '../settings.svelte'
import { Connection } from '../wire/connection.svelte'

const scheme = location.protocol === 'https:' ? 'wss' : 'ws'

export const line = new Connection(`${scheme}://${location.host}/ws`, {
  name: () => me.name,
  token: () => me.token(),
  welcomed: (welcome) => me.welcomed(welcome),
})

addEventListener('online', () => line.connect())
addEventListener('offline', () => line.doubt())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && line.state === 'lost') line.connect()
})
