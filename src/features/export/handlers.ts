import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exportMarkdown } from './markdown.ts'
import { exportWord } from './word-parts.ts'

const partOf = (input: { cat_id?: number; page_id?: number }): string =>
  Object.entries({ cat_id: input.cat_id, page_id: input.page_id })
    .flatMap(([name, id]) => (id ? [`, ${name} ${id}`] : []))
    .join('')

/** The endpoints for exports. */
export const exports: Handlers<typeof contract.export> = {
  checkMarkdownLimit: () => [],
  word: ({ app, user, item, input, request: { visitor, ip, lang } }) =>
    exportWord({ app, user, item, visitor, ip, detail: `word${partOf(input)}` }, input, lang),
  markdown: ({ app, user, item, input, request: { visitor, ip, lang } }) =>
    exportMarkdown({ app, user, item, visitor, ip, detail: `markdown${partOf(input)}` }, input.cat_id, lang),
}
