import type { contract } from '#shared/contract/index.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exportItem, readOpenApi } from './formats.ts'
import { partOf } from './scope.ts'
import { openExportFile, startExport } from './service.ts'

// A client that polls needs one, a person who tries things a few.
const openApiPerMinute = 30

/** The endpoints for exports. */
export const exports: Handlers<typeof contract.export> = {
  checkMarkdownLimit: () => [],
  word: ({ app, user, item, input, request: { visitor, ip, lang } }) =>
    exportItem({ app, user, item, visitor, ip, detail: `word${partOf(input)}` }, 'docx', input, lang),
  markdown: ({ app, user, item, input: { cat_id }, request: { visitor, ip, lang } }) =>
    exportItem(
      { app, user, item, visitor, ip, detail: `markdown${partOf({ cat_id })}` },
      'markdown',
      { cat_id, page_id: 0 },
      lang,
    ),
  openapi({ app, user, item, input, request: { visitor, ip, lang } }) {
    if (!app.limiter.take(`openapi:${user?.uid ?? ip}`, openApiPerMinute, 60_000)) fail('tooManyRequests')
    return readOpenApi({ app, user, visitor, item }, input.format, lang)
  },
  start: async ({ app, user, item, input: { format, ...scope }, request: { visitor, ip, lang } }) => ({
    job_id: await startExport({ app, user, item, visitor, ip }, { format, scope, lang }),
  }),
  download: ({ app, user, input }) => (user ? openExportFile(app, user, input.job_id) : fail('notLoggedIn')),
}
