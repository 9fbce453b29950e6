import { atom } from 'jotai'
import { sessionAtom, signedInAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { addressAtom, parsePage } from '../address.ts'
import { pageSize } from '../paged-table.tsx'
import { queryStateAtom } from '../query-state.ts'

/** An account, as the server lists it. */
export type Account = Awaited<ReturnType<typeof api.adminUser.getList>>['users'][number]

/** An item that an account owns. */
export type OwnedItem = Awaited<ReturnType<typeof api.adminItem.getList>>['items'][number]

const groups: Record<string, '1' | '2'> = { admin: '1', user: '2' }
const placeAtom = addressAtom(['q', 'role', 'page'])

/** The accounts that the URL query selects. */
export const accountsAtom = queryStateAtom((get) => {
  const query = new URLSearchParams(get(placeAtom))
  return api.adminUser.getList({
    username: query.get('q') ?? '',
    groupid: groups[query.get('role') ?? ''] ?? '',
    page: parsePage(query),
    count: pageSize,
  })
})

/** The values of the account form. */
export interface AccountInput {
  /** Empty for a new account. */
  uid: string
  username: string
  name: string
  /** Empty to keep the current password. */
  password: string
  groupid: '1' | '2'
}

/** Adds or updates an account. */
export const saveAccountAtom = atom(null, async (get, set, input: AccountInput) => {
  await api.adminUser.addUser({ ...input })
  const me = await get(sessionAtom)
  if (me?.uid === input.uid) await set(signedInAtom)
  await set(accountsAtom)
})

/** Disables or enables an account. A disabled account is signed out everywhere. */
export const disableAccountAtom = atom(null, async (_get, set, { uid }: Account, is_disabled: boolean) => {
  await api.adminUser.addUser({ uid, is_disabled })
  await set(accountsAtom)
})

/** Ends all sessions and access tokens of an account. */
export const signOutAccountAtom = atom(null, (_get, _set, { uid }: Account) => api.adminUser.signOut({ uid }))

/** The account in the delete dialog. */
export const accountToDeleteAtom = atom<Account | null>(null)

const mostPerCall = 100

async function itemsOf({ uid, username }: Account): Promise<OwnedItem[]> {
  const items: OwnedItem[] = []
  for (let page = 1; ; page++) {
    const part = await api.adminItem.getList({ username, page, count: mostPerCall })
    items.push(...part.items.filter((item) => item.uid === uid)) // the username filter matches substrings
    if (page * mostPerCall >= part.total) return items
  }
}

/** The items of the account in the delete dialog: they must be transferred first. */
export const ownedItemsAtom = queryStateAtom(async (get) => {
  const account = get(accountToDeleteAtom)
  return account ? itemsOf(account) : []
})

/**
 * Transfers the items of an account to another user, then deletes the account.
 *
 * @param onItem called after each item with the number of transferred items
 */
export const deleteAccountAtom = atom(
  null,
  async (get, set, account: Account, receiver: string, onItem: (done: number) => void) => {
    try {
      const items = get(ownedItemsAtom).value ?? []
      for (const [at, { item_id }] of items.entries()) {
        await api.adminItem.attorn({ item_id, username: receiver })
        onItem(at + 1)
      }
      await api.adminUser.deleteUser({ uid: account.uid })
    } finally {
      await set(accountsAtom) // also after an error: another administrator may have changed the list
    }
  },
)
