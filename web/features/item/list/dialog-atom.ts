import { atom } from 'jotai'
import type { ItemTypeName } from '#shared/item-types.ts'

/** A dialog over the list that does not belong to one of its items. */
type ListDialog =
  | { kind: 'new'; type: ItemTypeName }
  | { kind: 'copy' }
  | { kind: 'import'; item_id?: string }
  | { kind: 'describe' }
  | { kind: 'groups' }

/** The dialog over the list; null for none. */
export const dialogAtom = atom<ListDialog | null>(null)
