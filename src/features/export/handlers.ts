import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exportItem } from './formats.ts'

const partOf = (input: { cat_id?: number; page_id?: number }): string =>
  Object.entries({ cat_id: input.cat_id, page_id: input.page_id })
    .flatMap(([name, id]) => (id ? [`, ${name} ${id}`] : []))
    .join('')

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
}
