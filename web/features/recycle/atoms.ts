import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api, isRefusal } from '#web/lib/api.ts'
import { entriesOf, type RecycledEntry, restoreOrder } from './entries.ts'

type Read = { entries: RecycledEntry[] } | { error: unknown }

async function readBin(item_id: string): Promise<Read> {
  try {
    const [pages, catalogs] = await Promise.all([
      api.recycle.getList({ item_id }),
      api.recycle.getCatalogList({ item_id }),
    ])
    return { entries: entriesOf(pages, catalogs) }
  } catch (error) {
    return { error }
  }
}

/** What is in the recycle bin of an item; undefined while this is not known. Setting it reads anew, the former stays meanwhile. */
export const recycleAtom = (item_id: string) => {
  const version = atom(0)
  const read = unwrap(
    atom((get) => {
      get(version)
      return readBin(item_id)
    }),
    (former) => former,
  )
  return atom(
    (get) => get(read),
    (_get, set) => set(version, (former) => former + 1),
  )
}

/** What a deleted page holds, or why it cannot be read; undefined at first. */
export const recycledPageAtom = (item_id: string, page_id: string) =>
  unwrap(
    atom(async (): Promise<{ page_content: string } | { error: unknown }> => {
      try {
        return await api.recycle.getPage({ item_id, page_id })
      } catch (error) {
        return { error }
      }
    }),
  )

/**
 * Restores things from the bin. A page that has come back with its catalog counts as restored.
 *
 * @param cat_id where pages go whose catalog is gone; 0 for the top
 * @throws the first refusal; what was restored before it stays so
 */
export const restoreAtom = atom(
  null,
  async (_get, _set, item_id: string, entries: readonly RecycledEntry[], cat_id: number) => {
    for (const { kind, id } of restoreOrder(entries)) {
      if (kind === 'catalog') await api.recycle.recoverCatalog({ item_id, cat_id: id })
      else {
        try {
          await api.recycle.recover({ item_id, page_id: id, cat_id })
        } catch (error) {
          if (!isRefusal(error, 'recycleGone') || entries.length === 1) throw error
        }
      }
    }
  },
)
