import { atom } from 'jotai'
import { getItemType, type ItemTypeName, itemTypes } from '#shared/item-types.ts'
import { itemsChangedAtom } from '#web/features/item/my-items/index.tsx'
import { api } from '#web/lib/api.ts'
import { type ItemForm, type ItemInput, toItemForm } from './item-form.ts'

/** Creates an item. @returns its id */
export const addItemAtom = atom(null, async (_get, set, type: ItemTypeName, input: ItemInput) => {
  const { item_id } = await api.item.add({ ...input, item_type: itemTypes[type].numbers[0] })
  set(itemsChangedAtom)
  return item_id
})

/** Copies an item with its catalogs and pages. @returns the id of the copy */
export const copyItemAtom = atom(null, async (_get, set, copy_item_id: string, input: ItemInput) => {
  const { item_id } = await api.item.add({ ...input, copy_item_id })
  set(itemsChangedAtom)
  return item_id
})

/** Saves the base info of an item. */
export const updateItemAtom = atom(null, async (_get, set, item_id: string, input: ItemInput) => {
  await api.item.update({ ...input, item_id })
  set(itemsChangedAtom)
})

/** The base info of an item as a form. */
interface BaseInfo {
  form: ItemForm
  isArchived: boolean
  asksReaders: boolean
}

/** Fetches the base info of an item. */
export async function readBaseInfo(item_id: string, signal: AbortSignal): Promise<BaseInfo> {
  const row = await api.item.detail({ item_id }, { signal })
  return {
    form: toItemForm(row),
    isArchived: row.is_archived === '1',
    asksReaders: getItemType(row.item_type).allowsFeedback,
  }
}
