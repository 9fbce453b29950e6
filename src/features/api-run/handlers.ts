import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exportArazzo, importArazzo } from './arazzo/service.ts'
import { deleteRun, getFiles, getResult, getRun, getRuns, saveRun, startRun, stopRun } from './service.ts'

/** The endpoints for runs of several requests. */
export const apiRun: Handlers<typeof contract.apiRun> = {
  list: ({ app, user, item }) => getRuns(app, user, item),

  info: ({ app, user, item, input }) => getRun(app, user, item, input.run_id),

  save: ({ app, user, item, input }) => saveRun(app, user, item, input),

  async delete({ app, user, item, input }) {
    await deleteRun(app, user, item, input.run_id)
    return []
  },

  async start({ app, user, item, input }) {
    return { result_id: await startRun(app, user, item, input.run_id) }
  },

  async stop({ app, user, item, input }) {
    await stopRun(app, user, item, input.run_id)
    return []
  },

  result: ({ app, user, item, input, request }) => getResult(app, user, item, input.result_id, request.lang),

  files: ({ app, user, item }) => getFiles(app, user, item),

  arazzoExport: ({ app, user, item, input }) => exportArazzo(app, user, item, input),

  arazzoImport: ({ app, user, item, input }) => importArazzo(app, user, item, input),
}
