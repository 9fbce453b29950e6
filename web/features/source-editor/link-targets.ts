import { buildTree, type CatalogNode, flattenTree } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'
import { href } from '#web/lib/route.ts'
import type { PageTarget, PersonTarget } from './suggestions.ts'

/** How long a list is taken as it was read, in ms. */
const freshMs = 60_000

interface Kept<T> {
  at: number
  list: Promise<T[]>
}

function kept<T>(store: Map<string, Kept<T>>, key: string, read: () => Promise<T[]>): Promise<T[]> {
  const known = store.get(key)
  if (known && Date.now() - known.at < freshMs) return known.list
  // whoever may not read them is offered none
  const list = read().catch(() => [])
  store.set(key, { at: Date.now(), list })
  return list
}

const pathOf = (catalog: CatalogNode | undefined): string =>
  catalog ? [pathOf(catalog.parent), catalog.title].filter(Boolean).join(' / ') : ''

const pageLists = new Map<string, Kept<PageTarget>>()

/** The pages of an item, to be linked to. */
export const fetchPageTargets = (item_id: number): Promise<PageTarget[]> =>
  kept(pageLists, String(item_id), async () => {
    const { menu } = await api.item.info({ item_id: String(item_id) })
    return flattenTree(buildTree(menu)).flatMap((node) =>
      node.kind === 'page'
        ? [{ title: node.title, path: pathOf(node.parent), address: href(`/${item_id}/${node.id}`) }]
        : [],
    )
  })

const peopleLists = new Map<string, Kept<PersonTarget>>()

/** The people of an item, to be named. */
export const fetchPersonTargets = (item_id: number): Promise<PersonTarget[]> =>
  kept(peopleLists, String(item_id), async () =>
    (await api.member.getAllList({ item_id })).map(({ username, username_name }) => ({
      username,
      // the name stands in brackets behind the username
      name: username_name.slice(username.length + 1, -1),
    })),
  )
