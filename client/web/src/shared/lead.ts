/** Tells screen readers who leads in the round or game of a match. The page of the room does so where there is no match. */

import { hasPartners } from '../kinds/sides'
import { leadText } from '../room/leading'
import type { Room, RoomNews } from '../room/room.svelte'
import { notices } from '../state/notices.svelte'

/** Say who leads, if that is the news. Of partners neither leads alone. */
export function tellLead({ state, seat }: Room, news: RoomNews): void {
  if (news.kind !== 'lead' || !state?.match || hasPartners(state.options)) return
  notices.say(leadText(state, news.seat === seat ? undefined : state.seats.find((one) => one.seat === news.seat)?.name))
}
