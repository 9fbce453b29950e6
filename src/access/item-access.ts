import type { ItemRight } from '#shared/contract/endpoint.ts'

declare const may: unique symbol

interface Proofs {
  view: { readonly [may]: { view: true } }
  edit: { readonly [may]: { view: true; edit: true } }
  manage: { readonly [may]: { view: true; edit: true; manage: true } }
}

/** An item, as permission checks need it. */
export interface ItemRow {
  item_id: number
  item_name: string
  item_domain: string
  item_type: number
  uid: number
  password: string
  password_version: number
  is_archived: number
  tree_revision: number
}

interface Facts extends ItemRow {
  readonly right: ItemRight
  /** The catalogs (with all their descendants) that the caller is limited to; undefined for the whole item. */
  readonly catalogs: ReadonlySet<number> | undefined
}

/**
 * The proof that the caller has permission `R` on an item. It is created only in `src/access/`; functions that use an
 * item's content take it instead of an id, so that a forgotten check does not compile. A higher permission is accepted
 * for a lower one.
 */
export type ItemAccess<R extends ItemRight = 'view'> = Facts & Proofs[R]

/** Whether a limited caller may access the contents of catalog `cat_id`; the root is outside every limit. */
export const isInScope = (item: Pick<ItemAccess, 'catalogs'>, cat_id: number): boolean =>
  item.catalogs === undefined || item.catalogs.has(cat_id)

/** Whether an access includes a permission. For what is displayed; `require...` functions decide what is allowed. */
export const hasPermission = (item: Pick<ItemAccess, 'right'>, right: ItemRight): boolean =>
  rank[item.right] >= rank[right]

const rank: Record<ItemRight, number> = { view: 1, edit: 2, manage: 3 }
