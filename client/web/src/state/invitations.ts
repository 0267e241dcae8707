/** Invitations to correspondence duels, which hold until they are answered. Apart from the friends, which every page loads. */

import { connection } from './connection'
import { friends } from './friends.svelte'
import type { Invitation } from '../wire/types'

/** Put away those that are not among these: they were answered elsewhere or withdrawn. */
export function keepAsked(asked: readonly Invitation[]): void {
  friends.invitations = friends.invitations.filter(({ days, room }) => !days || asked.some((one) => one.room === room))
}

/** Decline one for good. */
export async function declineInvitation(invitation: Invitation): Promise<void> {
  await connection.ask({ type: 'decline_invitation', room: invitation.room })
  friends.putAway(invitation)
}
