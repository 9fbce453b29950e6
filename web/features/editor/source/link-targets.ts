import { buildTree, type CatalogNode, flattenTree } from '#web/features/tree/view/index.tsx'
import { api } from '#web/lib/api.ts'
import { href } from '#web/lib/route.ts'
import type { PageTarget, PersonTarget } from './suggestions.ts'

/** How long a fetched list is reused, in ms. */
const freshMs = 60_000

interface Kept<T> {
  at: number
  list: Promise<T[]>
}

function kept<T>(store: Map<string, Kept<T>>, key: string, read: () => Promise<T[]>): Promise<T[]> {
  const known = store.get(key)
  if (known && Date.now() - known.at < freshMs) return known.list
  // users who may not read the list get no suggestions
  const list = read().catch(() => [])
  store.set(key, { at: Date.now(), list })
  return list
}

const pathOf = (catalog: CatalogNode | undefined): string =>
  catalog ? [pathOf(catalog.parent), catalog.title].filter(Boolean).join(' / ') : ''

const pageLists = new Map<string, Kept<PageTarget>>()

/** Fetches the pages of an item as link targets. */
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

/** Fetches the people of an item as mention targets. */
export const fetchPersonTargets = (item_id: number): Promise<PersonTarget[]> =>
  kept(peopleLists, String(item_id), async () =>
    (await api.member.getAllList({ item_id })).map(({ username, username_name }) => ({
      username,
      // the name follows the username in brackets
      name: username_name.slice(username.length + 1, -1),
    })),
  )
