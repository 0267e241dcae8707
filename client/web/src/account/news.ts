/** News on this device while the page is closed: the browser's subscription, and the words in which the service worker tells it. */

import { said } from '../i18n/late/late'
import { store, stored } from '../base/settings.svelte'
import { connection } from '../state/connection'
import type { Push, SubscribePush } from '../wire/types'

/** True if this browser can show news. That takes https or localhost. */
export const canHearNews = window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The place where the service worker finds the words (`sw.js`). */
const CACHE = 'cadogan-news'
const WORDS = '/news-words'

/** The kinds of news among which people choose. A call to a game comes with the news of its tournament. */
export const KINDS = ['turn', 'invitation', 'tournament', 'day'] as const
export type Kind = (typeof KINDS)[number]

/** The key under which this browser keeps the kinds that its user does not want. */
const UNWANTED = 'cadogan.news'

/** The kinds that this device gets; all, unless its user has chosen. */
export function wantedKinds(): readonly Kind[] {
  return KINDS.filter((kind) => stored<Record<Kind, boolean>>(UNWANTED)[kind] !== false)
}

/** Get these kinds alone from now on; at least one. */
export async function wantKinds(kinds: readonly Kind[]): Promise<void> {
  store(UNWANTED, Object.fromEntries(KINDS.map((kind) => [kind, kinds.includes(kind)])))
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (subscription) await tell(subscription)
}

/** The key with which this device subscribes; undefined if it can't, or the server sends no news. */
export async function newsKey(): Promise<string | undefined> {
  if (!canHearNews) return undefined
  return (await connection.ask<Push>({ type: 'get_push' }, false)).key
}

/** True if this device gets news. Then the server is told so again, as another player may have come, or another language. */
export async function hearsNews(): Promise<boolean> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription || Notification.permission !== 'granted') return false
  await tell(subscription)
  return true
}

/** Ask for the permission and subscribe. Returns false if the user or the browser refuses. */
export async function hearNews(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const found = await worker()
  if (!found) return false
  const subscription = await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  try {
    await tell(subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return true
}

/** Get no more news. */
export async function hearNoNews(): Promise<void> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await connection.ask({ type: 'unsubscribe_push', endpoint: subscription.endpoint }, false)
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration()
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const names = { name: '{name}', game: '{game}' }
  const words = { turn: said('news.turn', names), reminder: said('news.reminder', names), won: said('news.won', names), lost: said('news.lost', names), drawn: said('news.drawn', names), invitation: said('news.invitation', names), tournament: said('news.tournament', names), call: said('news.call', names), day: said('news.day') }
  // The words come first: news may come as soon as the server knows the device.
  await (await caches.open(CACHE)).put(WORDS, new Response(JSON.stringify(words)))
  const kinds: SubscribePush['kinds'] = wantedKinds().flatMap((kind) => (kind === 'tournament' ? ['tournament', 'call'] : [kind]))
  await connection.ask({ type: 'subscribe_push', endpoint: endpoint ?? '', p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '', kinds }, false)
}
