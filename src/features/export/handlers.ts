import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exportMarkdown } from './markdown.ts'
import { exportWord } from './word-parts.ts'

/** The endpoints for exports. */
export const exports: Handlers<typeof contract.export> = {
  checkMarkdownLimit: () => [],
  word: ({ app, user, item, input, request }) =>
    exportWord({ app, user, item, visitor: request.visitor }, input, request.lang),
  markdown: ({ app, user, item, input, request }) =>
    exportMarkdown({ app, user, item, visitor: request.visitor }, input.cat_id, request.lang),
}
