import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { api } from '#web/lib/api.ts'
import { type LinkTarget, listLinkTargets } from './link-targets.ts'

/** The pages of an item, or the error; undefined while they load. */
export const itemPagesAtom = (item_id: number) =>
  unwrap(
    atom(async (): Promise<{ pages: LinkTarget[] } | { error: unknown }> => {
      try {
        const { menu } = await api.item.info({ item_id: String(item_id) })
        return { pages: listLinkTargets(menu, String(item_id)) }
      } catch (error) {
        return { error }
      }
    }),
  )

/** How many pages of other items are shown. */
const hitsMost = 12

/** Finds the pages of all items that contain these words, the best first, without those of one item. */
export const findPagesAtom = atom(
  null,
  async (_get, _set, keyword: string, without: number, signal: AbortSignal): Promise<LinkTarget[]> => {
    const { list } = await api.search.query({ keyword, page: 1, count: hitsMost }, { signal })
    return list
      .filter(({ item_id }) => item_id !== String(without))
      .map(({ page_id, item_id, page_title, item_name, path }) => ({
        page_id,
        item_id,
        page_title,
        location: [item_name, ...path.map(({ cat_name }) => cat_name)].join(' / '),
      }))
  },
)
