import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'

/** A page that a comment describes; `at` is its index among them. */
export type CommentPage = Awaited<ReturnType<typeof api.FromComments.show>>[number] & { at: number }

/** Returns the pages that the comments of a source text describe, without writing anything. */
export const showCommentsAtom = atom(
  null,
  async (_get, _set, item_id: number, content: string): Promise<CommentPage[]> =>
    (await api.FromComments.show({ item_id, content })).map((page, at) => ({ ...page, at })),
)

/** Writes the pages that the comments describe. @returns the number of pages */
export const writeCommentsAtom = atom(null, async (_get, _set, item_id: number, content: string): Promise<number> => {
  const { page_ids } = await api.FromComments.write({ item_id, content })
  return page_ids.length
})
