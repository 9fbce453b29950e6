import type { contract } from '#shared/contract/index.ts'
import { actorOf } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import {
  acceptInvitation,
  inviteToItem,
  inviteToSite,
  mailToItem,
  mailToSite,
  registerInvited,
  showInvitation,
  shownInvitations,
  withdrawInvitation,
} from './service.ts'

/** Implements the calls for invitations by link. */
export const invitation: Handlers<typeof contract.invitation> = {
  add: ({ app, item, user, input, request }) => inviteToItem(app, item, actorOf(user, request), input),

  send: ({ app, item, user, input, request }) => mailToItem(app, item, actorOf(user, request), input, request.lang),

  list: ({ app, item }) => shownInvitations(app, item.item_id),

  async revoke({ app, item, user, input, request }) {
    await withdrawInvitation(app, item, actorOf(user, request), input.invitation_id)
    return []
  },

  addToSite: ({ app, user, input, targets, request }) => inviteToSite(app, targets.team, actorOf(user, request), input),

  sendToSite: ({ app, user, input, targets, request }) =>
    mailToSite(app, targets.team, actorOf(user, request), input, request.lang),

  listOfSite: ({ app }) => shownInvitations(app, null),

  async revokeOfSite({ app, user, input, request }) {
    await withdrawInvitation(app, null, actorOf(user, request), input.invitation_id)
    return []
  },

  show: ({ app, input, request }) => showInvitation(app, request.ip, input.token),

  accept: ({ app, user, input, request }) => acceptInvitation(app, actorOf(user, request), input.token),

  async register({ app, input, request }) {
    const signedIn = await registerInvited(app, request, input)
    request.log.info({ uid: Number(signedIn.uid), ip: request.ip }, 'registered with an invitation')
    return signedIn
  },
}
