import { atom } from 'jotai'
import { sessionAtom, signedInAtom } from '#web/features/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { addressAtom, parsePage } from '../address.ts'
import { pageSize } from '../paged-table.tsx'
import { queryStateAtom } from '../query-state.ts'

/** One account, as the server lists it. */
export type Account = Awaited<ReturnType<typeof api.adminUser.getList>>['users'][number]

/** One item that somebody owns. */
export type OwnedItem = Awaited<ReturnType<typeof api.adminItem.getList>>['items'][number]

const groups: Record<string, '1' | '2'> = { admin: '1', user: '2' }
const placeAtom = addressAtom(['q', 'role', 'page'])

/** The accounts that the address asks for. */
export const accountsAtom = queryStateAtom((get) => {
  const query = new URLSearchParams(get(placeAtom))
  return api.adminUser.getList({
    username: query.get('q') ?? '',
    groupid: groups[query.get('role') ?? ''] ?? '',
    page: parsePage(query),
    count: pageSize,
  })
})

/** What the form of an account sends. */
export interface AccountInput {
  /** Empty for a new account. */
  uid: string
  username: string
  name: string
  /** Empty: as it is. */
  password: string
  groupid: '1' | '2'
}

/** Adds an account, or changes one. */
export const saveAccountAtom = atom(null, async (get, set, input: AccountInput) => {
  await api.adminUser.addUser({ ...input })
  const me = await get(sessionAtom)
  if (me?.uid === input.uid) await set(signedInAtom)
  await set(accountsAtom)
})

/** Lets somebody sign in, or not. Who is disabled is signed out everywhere. */
export const disableAccountAtom = atom(null, async (_get, set, { uid }: Account, is_disabled: boolean) => {
  await api.adminUser.addUser({ uid, is_disabled })
  await set(accountsAtom)
})

/** Ends all sessions and access tokens of somebody. */
export const signOutAccountAtom = atom(null, (_get, _set, { uid }: Account) => api.adminUser.signOut({ uid }))

/** Whom the question «Delete?» is about. */
export const accountToDeleteAtom = atom<Account | null>(null)

const mostPerCall = 100

async function itemsOf({ uid, username }: Account): Promise<OwnedItem[]> {
  const items: OwnedItem[] = []
  for (let page = 1; ; page++) {
    const part = await api.adminItem.getList({ username, page, count: mostPerCall })
    items.push(...part.items.filter((item) => item.uid === uid)) // names are looked for by their parts
    if (page * mostPerCall >= part.total) return items
  }
}

/** The items of whom the question is about: they must go to somebody first. */
export const ownedItemsAtom = queryStateAtom(async (get) => {
  const account = get(accountToDeleteAtom)
  return account ? itemsOf(account) : []
})

/**
 * Gives the items of an account to somebody, then deletes the account.
 *
 * @param onItem called after each item, with how many are done
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
      await set(accountsAtom) // also after a refusal: somebody else may have changed the list
    }
  },
)
