import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { checkSite, readSiteJob, startSiteImport } from './service.ts'

/** The endpoints that move a whole ShowDoc site in. */
export const adminShowdoc: Handlers<typeof contract.adminShowdoc> = {
  check: async ({ app, user, file, input }) => ({ job_id: await checkSite(app, user, file, input) }),

  checkPath: async ({ app, user, input }) => ({ job_id: await checkSite(app, user, undefined, input) }),

  async start({ app, user, request, input }) {
    const by = { uid: user.uid, username: user.username, ip: request.ip }
    return { job_id: await startSiteImport(app, user, by, input.job_id) }
  },

  report: ({ app, user, request, input }) => readSiteJob(app, user, input.job_id ?? '', request.lang),
}
