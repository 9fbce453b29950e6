import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'

/** A page that a comment describes; `at` is its place among them. */
export type CommentPage = Awaited<ReturnType<typeof api.FromComments.show>>[number] & { at: number }

/** The pages that the comments of a source text describe; nothing is written. */
export const showCommentsAtom = atom(
  null,
  async (_get, _set, item_id: number, content: string): Promise<CommentPage[]> =>
    (await api.FromComments.show({ item_id, content })).map((page, at) => ({ ...page, at })),
)

/** Writes the pages that the comments describe. @returns how many */
export const writeCommentsAtom = atom(null, async (_get, _set, item_id: number, content: string): Promise<number> => {
  const { page_ids } = await api.FromComments.write({ item_id, content })
  return page_ids.length
})
