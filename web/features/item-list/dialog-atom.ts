import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import type { Item } from './atoms.ts'
import { formOf, type ItemForm } from './item-form.ts'

/** Item types that can be created here: regular and single page. Source: specification 9. */
export type NewItemType = '0' | '2'

/** A dialog over the list. */
export type ItemDialogState =
  | { kind: 'new'; item_type: NewItemType }
  | { kind: 'edit'; item: Item }
  | { kind: 'delete'; item: Item }
  | { kind: 'import'; item_id?: string }

/** The dialog over the list; null for none. */
export const dialogAtom = atom<ItemDialogState | null>(null)

/** The base info of the item that is edited, read anew for each dialog, or why there is none; under Suspense. */
export const editedFormAtom = atom(async (get): Promise<{ form: ItemForm } | { error: unknown } | null> => {
  const dialog = get(dialogAtom)
  if (dialog?.kind !== 'edit') return null
  try {
    return { form: formOf(await api.item.detail({ item_id: dialog.item.item_id })) }
  } catch (error) {
    return { error }
  }
})
