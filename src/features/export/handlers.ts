import type { contract } from '#shared/contract/index.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { actorOf, recordAudit } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { exportMarkdown } from './markdown.ts'
import { exportWord } from './word-parts.ts'

interface ExportCall {
  app: App
  user: User
  item: ItemAccess
  request: { ip: string }
}

// Recorded before: a file that is on its way cannot be taken back.
const recordExport = ({ app, user, item, request }: ExportCall, format: string, part: string) => {
  const about = { object_type: 'item', object_id: item.item_id, detail: `${item.item_name}: ${format}${part}` } as const
  return recordAudit(app.db, { ...actorOf(user, request), action: 'itemExported', ...about }, nowSeconds(app))
}

const partOf = (input: { cat_id?: number; page_id?: number }): string =>
  Object.entries({ cat_id: input.cat_id, page_id: input.page_id })
    .flatMap(([name, id]) => (id ? [`, ${name} ${id}`] : []))
    .join('')

/** The endpoints for exports. */
export const exports: Handlers<typeof contract.export> = {
  checkMarkdownLimit: () => [],
  async word(call) {
    const { app, user, item, input, request } = call
    await recordExport(call, 'word', partOf(input))
    return exportWord({ app, user, item, visitor: request.visitor }, input, request.lang)
  },
  async markdown(call) {
    const { app, user, item, input, request } = call
    await recordExport(call, 'markdown', partOf(input))
    return exportMarkdown({ app, user, item, visitor: request.visitor }, input.cat_id, request.lang)
  },
}
