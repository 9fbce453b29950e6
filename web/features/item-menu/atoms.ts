import { atom } from 'jotai'
import { itemsChangedAtom } from '#web/features/my-items/index.tsx'
import { api } from '#web/lib/api.ts'
import type { ItemDialogKind, MenuItem } from './item.ts'

/** A dialog that is open on an item. */
export interface ItemDialogState {
  kind: ItemDialogKind
  item: MenuItem
}

/** The dialog that is open on an item; null for none. */
export const itemDialogAtom = atom<ItemDialogState | null>(null)

const lookEveryMs = 16
const mostLooks = 30

/** Opens a dialog of an item after the menu has gone, so that closing the dialog brings the focus back to its button. */
export const openItemDialogAtom = atom(null, async (_get, set, kind: ItemDialogKind, item: MenuItem) => {
  for (let look = 0; look < mostLooks; look++) {
    await new Promise((done) => window.setTimeout(done, lookEveryMs))
    if (!document.querySelector('[role=menu]')) break
  }
  await new Promise((done) => window.setTimeout(done, lookEveryMs))
  set(itemDialogAtom, { kind, item })
})

/** How long a grave deed stays on show before the list comes back, in ms. Source: specification 9. */
const returnAfterMs = 500

/** What cannot be taken back, and how much of the account's password it needs. */
export type DestructiveAction = 'transfer' | 'archive' | 'delete'

/**
 * Transfers, archives or deletes an item with the password of the caller's account; done half a second after the server has
 * done it.
 */
export const destructiveActionAtom = atom(
  null,
  async (_get, set, kind: DestructiveAction, input: { item_id: string; password: string; username: string }) => {
    const { username, ...rest } = input
    if (kind === 'transfer') await api.item.attorn({ ...rest, username })
    else await api.item[kind](rest)
    await new Promise((done) => window.setTimeout(done, returnAfterMs))
    set(itemsChangedAtom)
  },
)

/** Leaves an item that one is a member of. */
export const leaveItemAtom = atom(null, async (_get, set, item_id: string) => {
  await api.item.exitItem({ item_id })
  set(itemsChangedAtom)
})
