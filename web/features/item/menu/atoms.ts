import { atom } from 'jotai'
import { itemsChangedAtom } from '#web/features/item/my-items/index.tsx'
import { api } from '#web/lib/api.ts'
import type { ItemDialogKind, MenuItem } from './item.ts'

/** An open dialog of an item. */
export interface ItemDialogState {
  kind: ItemDialogKind
  item: MenuItem
}

/** The open dialog of an item; null for none. */
export const itemDialogAtom = atom<ItemDialogState | null>(null)

const pollEveryMs = 16
const mostEntries = 30

/**
 * Opens a dialog of an item after the menu has closed, so that closing the dialog returns the focus to the menu's
 * button.
 */
export const openItemDialogAtom = atom(null, async (_get, set, kind: ItemDialogKind, item: MenuItem) => {
  for (let style = 0; style < mostEntries; style++) {
    await new Promise((done) => window.setTimeout(done, pollEveryMs))
    if (!document.querySelector('[role=menu]')) break
  }
  await new Promise((done) => window.setTimeout(done, pollEveryMs))
  set(itemDialogAtom, { kind, item })
})

/** How long the dialog of a destructive action stays open before the list returns, in ms. Source: specification 9. */
const returnAfterMs = 500

/** An action that cannot be undone. */
export type DestructiveAction = 'transfer' | 'archive' | 'delete'

/**
 * Transfers, archives or deletes an item with the caller's account password. Resolves half a second after the server
 * has done it.
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

/** Removes the current user from an item's members. */
export const leaveItemAtom = atom(null, async (_get, set, item_id: string) => {
  await api.item.exitItem({ item_id })
  set(itemsChangedAtom)
})
