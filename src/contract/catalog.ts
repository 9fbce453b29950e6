import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, Id, Int, Line, Ns, OptionalId } from './wire.ts'

const row = {
  cat_id: Ns,
  cat_name: z.string(),
  item_id: Ns,
  s_number: Ns,
  addtime: DateText,
  parent_cat_id: Ns,
  level: Ns,
}

const third = z.object({ ...row, sub: z.array(z.never()) })
const second = z.object({ ...row, sub: z.array(third) })

/** A first-level catalog with the catalogs in it: three levels in all. Source: specification 5. */
export const CatalogNode = z.object({ ...row, sub: z.array(second) })

/** Catalogs: up to three levels of them hold an item's pages. */
export const catalog = {
  catListGroup: query({
    summary: ['The catalogs of an item, nested', '项目的目录（嵌套）'],
    access: { item: 'view', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(CatalogNode),
  }),
  save: endpoint({
    summary: ['Create a catalog (cat_id 0), or rename or move one', '新建（cat_id 为 0）、重命名或移动目录'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      item_id: Id,
      cat_id: OptionalId,
      cat_name: Line(),
      parent_cat_id: OptionalId,
      s_number: Int(0, 1_000_000).optional(),
    }),
    output: z.number(),
    errors: ['catalogGone', 'catalogTooDeep', 'catalogCycle', 'catalogTooMany', 'itemArchived'],
  }),
}
