import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { checkImport, importAtOnce, startImport } from './service.ts'

/** The endpoints for imports. */
export const imports: Omit<Handlers<typeof contract.import>, 'checkAddress'> = {
  check: ({ app, user, file, input, request }) =>
    checkImport(app, { user, visitor: request.visitor }, file, { ...input, lang: request.lang, host: request.host }),

  async start({ app, user, input, request }) {
    await startImport(app, { user, visitor: request.visitor }, input.job_id, input)
    return { job_id: input.job_id }
  },

  auto: async ({ app, user, file, input, request }) => ({
    item_id: await importAtOnce(
      app,
      { user, visitor: request.visitor },
      file,
      { ...input, lang: request.lang, host: request.host },
      input,
    ),
  }),
}
