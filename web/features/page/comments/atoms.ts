import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'
import { type Comments, mergeComments } from './comments.ts'

/** How many comments are shown at first, and how many more each time. */
const perPart = 20

/** How many parts of the comments of a page are shown, by page_id. */
const parts = new Map<string, number>()
const partsOf = (page_id: string) => parts.get(page_id) ?? 1

/** The visible comments of pages by page_id. */
export const commentsAtom = queryFamily(async (page_id, signal): Promise<Comments> => {
  const requests = Array.from({ length: partsOf(page_id) }, (_, at) =>
    api.pageComment.getList({ page_id, page: at + 1, count: perPart }, { signal, isBackground: true }),
  )
  return mergeComments(await Promise.all(requests))
}, 10)

const rereadAtom = atom(null, (get, set, page_id: string) => set(get(commentsAtom).of(page_id), 0))

/** Loads the next comments of a page as well. */
export const moreCommentsAtom = atom(null, (_get, set, page_id: string) => {
  parts.set(page_id, partsOf(page_id) + 1)
  return set(rereadAtom, page_id)
})

/** Sends a comment, or a reply to one. @throws the server's error */
export const addCommentAtom = atom(null, async (_get, set, page_id: string, content: string, parent_id: string) => {
  await api.pageComment.add({ page_id, content, parent_id })
  await set(rereadAtom, page_id)
})

/** Deletes a comment. @throws the server's error */
export const deleteCommentAtom = atom(null, async (_get, set, page_id: string, comment_id: string) => {
  await api.pageComment.delete({ comment_id })
  await set(rereadAtom, page_id)
})
