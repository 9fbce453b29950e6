import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { streamProbe } from './event-probe.ts'
import { serverHealth } from './server-health.ts'

/** The endpoints for the health of the site. */
export const adminHealth: Pick<Handlers<typeof contract.adminSite>, 'health' | 'measureBody' | 'measureEvents'> = {
  health: ({ app, input, request }) => serverHealth(app, { arrival: request.arrival(), lang: request.lang }, input),

  measureBody: ({ input }) => ({ bytes: Buffer.byteLength(input.filler) }),

  measureEvents: ({ app, user, request }) => (request.wantsEvents ? streamProbe(app, user.uid) : { nth: 1 }),
}
