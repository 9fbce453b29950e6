import { atom } from 'jotai'
import { sessionAtom, signedInAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'
import { addressQuery, parsePage } from '../address.ts'
import { pageSize } from '../paged-table.tsx'

/** An account, as the server lists it. */
export type Account = Awaited<ReturnType<typeof api.adminUser.getList>>['users'][number]

/** An item that an account owns. */
export type OwnedItem = Awaited<ReturnType<typeof api.adminItem.getList>>['items'][number]

const groups: Record<string, '1' | '2'> = { admin: '1', user: '2' }

/** The accounts that the URL query selects. */
export const accountsAtom = addressQuery(['q', 'role', 'page'], (query) =>
  api.adminUser.getList({
    username: query.get('q') ?? '',
    groupid: groups[query.get('role') ?? ''] ?? '',
    page: parsePage(query),
    count: pageSize,
  }),
)

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
  await set(get(accountsAtom))
})

/** Disables or enables an account. A disabled account is signed out everywhere. */
export const disableAccountAtom = atom(null, async (get, set, { uid }: Account, is_disabled: boolean) => {
  await api.adminUser.addUser({ uid, is_disabled })
  await set(get(accountsAtom))
})

/** Ends all sessions and access tokens of an account. */
export const signOutAccountAtom = atom(null, (_get, _set, { uid }: Account) => api.adminUser.signOut({ uid }))

/** Removes the second step of an account whose owner has lost it. */
export const resetSecondStepAtom = atom(null, async (get, set, { uid }: Account) => {
  await api.adminUser.resetSecondStep({ uid })
  await set(get(accountsAtom))
})

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
export const ownedItemsAtom = atom((get) => {
  const account = get(accountToDeleteAtom)
  return queryAtom(async () => (account ? itemsOf(account) : []))
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
      const items = queryValue(get(get(ownedItemsAtom))) ?? []
      for (const [at, { item_id }] of items.entries()) {
        await api.adminItem.attorn({ item_id, username: receiver })
        onItem(at + 1)
      }
      await api.adminUser.deleteUser({ uid: account.uid })
    } finally {
      await set(get(accountsAtom)) // also after an error: another administrator may have changed the list
    }
  },
)
