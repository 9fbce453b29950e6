import type { contract } from '#shared/contract/index.ts'
import { actorOf } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { removeEmail, requestReset, requestVerification, resetByMail, verifyEmail } from './service.ts'

/** Implements the calls for the address of an account, and for a new password by mail. */
export const accountMail: Pick<
  Handlers<typeof contract.user>,
  'mailLink' | 'verifyEmail' | 'removeEmail' | 'requestReset' | 'resetByMail'
> = {
  async mailLink({ app, user, input, request }) {
    await requestVerification(app, user, input, request)
    return []
  },

  verifyEmail: async ({ app, input, request }) => ({ email: await verifyEmail(app, input.token, request) }),

  async removeEmail({ app, user, input, request }) {
    await removeEmail(app, actorOf(user, request), user, input.password)
    return []
  },

  async requestReset({ app, input, request }) {
    await requestReset(app, input, request)
    return []
  },

  async resetByMail({ app, input, request }) {
    await resetByMail(app, input, request)
    request.log.info({ ip: request.ip }, 'a password was reset by mail')
    return []
  },
}
