import { type CatalogNode, everyNode, treeOf } from '#web/features/tree/index.tsx'
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
export const pageTargets = (item_id: number): Promise<PageTarget[]> =>
  kept(pageLists, String(item_id), async () => {
    const { menu } = await api.item.info({ item_id: String(item_id) })
    return everyNode(treeOf(menu)).flatMap((node) =>
      node.kind === 'page'
        ? [{ title: node.title, path: pathOf(node.parent), address: href(`/${item_id}/${node.id}`) }]
        : [],
    )
  })

/** The server tells at most so many people; as many mean that there are more. Source: contract, user/allUser. */
const mostPeople = 1000
const peopleLists = new Map<string, Kept<PersonTarget>>()

/** People who can be named, among them those whose names hold what was typed. */
export async function peopleTargets(typed: string): Promise<PersonTarget[]> {
  const all = await kept(peopleLists, '', () => api.user.allUser({}))
  if (all.length < mostPeople || typed === '') return all
  return kept(peopleLists, typed, () => api.user.allUser({ username: typed }))
}
