import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import type { CatalogRow } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { listPagePositions, updatePagePositions } from './page-queries.ts'
import { listCatalogs, touchTree, updateCatalogs } from './queries.ts'
import { requireInScope } from './service.ts'
import { depthMost, getDepths, topLevel } from './tree.ts'

/** One node of the requested tree: a catalog (`cat_id`), a page (`page_id`), or both at one position. */
interface TreeNode {
  cat_id: number
  page_id: number
  /** Without a name the catalog keeps its own. */
  cat_name?: string | undefined
  parent_cat_id: number
  s_number?: number | undefined
}

/** The dragged node, as the client names it. */
interface Dragged {
  dragged_id: number
  dragged_title?: string | undefined
  dragged_type?: string | undefined
}

type PagePlace = Awaited<ReturnType<typeof listPagePositions>>[number]

// The number of pages that one statement moves.
const atOnce = 500

/** Returns nodes by id. @throws {AppError} badParameter when an id occurs twice */
function byId(nodes: readonly TreeNode[], id: 'cat_id' | 'page_id'): Map<number, TreeNode> {
  const found = new Map(nodes.map((node) => [node[id], node]))
  if (found.size < nodes.length) fail('badParameter', { field: 'cats' })
  return found
}

/**
 * Returns the changed catalogs in their new state, with the levels of all catalogs below them.
 *
 * @throws {AppError} catalogGone, catalogCycle, catalogTooDeep, noRight, badParameter
 */
function movedCatalogs(
  item: Pick<ItemAccess, 'catalogs'>,
  rows: readonly CatalogRow[],
  nodes: readonly TreeNode[],
): CatalogRow[] {
  // Page nodes may name the catalog that contains them; without a catalog name they do not mean that catalog.
  const wanted = byId(
    nodes.filter((node) => node.cat_id > 0 && (node.page_id === 0 || node.cat_name !== undefined)),
    'cat_id',
  )
  const known = new Set(rows.map((row) => row.cat_id))
  for (const { cat_id, parent_cat_id } of wanted.values()) {
    if (!known.has(cat_id) || !isInScope(item, cat_id)) fail('catalogGone')
    if (parent_cat_id !== 0 && !known.has(parent_cat_id)) fail('catalogGone')
  }
  const placed = rows.map((row) => {
    const node = wanted.get(row.cat_id)
    return node ? placedAt(item, row, node) : row
  })
  const before = getDepths(rows)
  const after = getDepths(placed)
  return placed
    .map((row) => ({ ...row, level: (after.get(row.cat_id) ?? 1) + topLevel - 1 }))
    .filter((row, at) => {
      const depth = after.get(row.cat_id) ?? 1
      // A catalog that was already too deep may stay there.
      if (depth > depthMost && depth > (before.get(row.cat_id) ?? 1))
        fail(depth === Number.POSITIVE_INFINITY ? 'catalogCycle' : 'catalogTooDeep')
      const former = rows[at]
      return Number.isFinite(depth) && former !== undefined && differs(former, row)
    })
}

const differs = (one: CatalogRow, other: CatalogRow): boolean =>
  one.cat_name !== other.cat_name ||
  one.parent_cat_id !== other.parent_cat_id ||
  one.s_number !== other.s_number ||
  one.level !== other.level

function placedAt(item: Pick<ItemAccess, 'catalogs'>, row: CatalogRow, node: TreeNode): CatalogRow {
  const { parent_cat_id } = node
  const cat_name = node.cat_name ?? row.cat_name
  // A limited caller also sends the catalogs of the limit, numbered as if they were all of them: those stay unchanged.
  if (!isInScope(item, row.parent_cat_id)) {
    if (parent_cat_id !== row.parent_cat_id || cat_name !== row.cat_name) fail('noRight')
    return row
  }
  requireInScope(item, parent_cat_id)
  return { ...row, cat_name, parent_cat_id, s_number: node.s_number ?? row.s_number }
}

const isThere = (item: Pick<ItemAccess, 'catalogs'>, user: User, page: PagePlace): boolean =>
  isInScope(item, page.cat_id) && (page.is_draft === 0 || page.author_uid === user.uid)

/** Returns the changed pages in their new state. @throws {AppError} pageGone, catalogGone, noRight, badParameter */
function movedPages(
  item: Pick<ItemAccess, 'catalogs'>,
  at: { pages: readonly PagePlace[]; catalogs: readonly CatalogRow[]; user: User },
  nodes: readonly TreeNode[],
): PagePlace[] {
  const places = new Map(at.pages.map((page) => [page.page_id, page]))
  const known = new Set(at.catalogs.map((row) => row.cat_id))
  const wanted = byId(
    nodes.filter((node) => node.page_id > 0),
    'page_id',
  )
  return [...wanted.values()].flatMap((node) => {
    const page = places.get(node.page_id) ?? fail('pageGone')
    if (!isThere(item, at.user, page)) fail('pageGone')
    const cat_id = node.parent_cat_id
    if (cat_id !== 0 && !known.has(cat_id)) fail('catalogGone')
    requireInScope(item, cat_id)
    const s_number = node.s_number ?? page.s_number
    return cat_id === page.cat_id && s_number === page.s_number ? [] : [{ ...page, cat_id, s_number }]
  })
}

/**
 * Moves catalogs and pages of an item to the positions of the nodes, all or none.
 *
 * @throws {AppError} catalogGone, pageGone, catalogCycle, catalogTooDeep, noRight, badParameter, itemArchived
 */
export async function arrangeTree(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  nodes: readonly TreeNode[],
  dragged: Dragged,
): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const rows = await listCatalogs(tx, item.item_id)
    const places = await listPagePositions(tx, item.item_id)
    const catalogs = movedCatalogs(item, rows, nodes)
    const pages = movedPages(item, { pages: places, catalogs: rows, user }, nodes)
    if (catalogs.length + pages.length === 0) return
    await updateCatalogs(tx, catalogs)
    for (let at = 0; at < pages.length; at += atOnce) await updatePagePositions(tx, pages.slice(at, at + atOnce))
    const op_object_name =
      (dragged.dragged_type === 'page'
        ? places.find((page) => page.page_id === dragged.dragged_id && isThere(item, user, page))?.page_title
        : rows.find((row) => row.cat_id === dragged.dragged_id)?.cat_name) ??
      dragged.dragged_title ??
      ''
    const change = { item_id: item.item_id, uid: user.uid, op_action_type: 'drag', op_object_type: 'tree' } as const
    await insertChange(tx, { ...change, op_object_id: 0, op_object_name }, now)
    await touchTree(tx, item.item_id, now)
  })
}
