import type { contract } from '#shared/contract/index.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exportItem } from './formats.ts'
import { partOf } from './scope.ts'
import { openExportFile, startExport } from './service.ts'

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
  start: async ({ app, user, item, input: { format, ...scope }, request: { visitor, ip, lang } }) => ({
    job_id: await startExport({ app, user, item, visitor, ip }, { format, scope, lang }),
  }),
  download: ({ app, user, input }) => (user ? openExportFile(app, user, input.job_id) : fail('notLoggedIn')),
}
