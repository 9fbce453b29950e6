import { atom } from 'jotai'
import { sessionAtom, visitGrantsAtom } from '#web/features/account/session/index.tsx'
import { createQueryCache, type QueryCache } from '#web/features/tree/view/index.tsx'
import { api } from '#web/lib/api.ts'
import { type Comments, mergeComments } from './comments.ts'

/** How many comments are shown at first, and how many more each time. */
const perPart = 20

interface CommentAnswers extends QueryCache<Comments> {
  /** Shows more comments of a page after the next reload. */
  grow: (page_id: string) => void
}

/** The visible comments of pages by page_id. Cleared when a user signs in or out, or enters an access password. */
export const commentsAtom = atom((get): CommentAnswers => {
  void get(sessionAtom)
  get(visitGrantsAtom)
  const parts = new Map<string, number>()
  const partsOf = (page_id: string) => parts.get(page_id) ?? 1
  const answers = createQueryCache(async (page_id, signal) => {
    const asked = Array.from({ length: partsOf(page_id) }, (_, at) =>
      api.pageComment.getList({ page_id, page: at + 1, count: perPart }, { signal, isBackground: true }),
    )
    return mergeComments(await Promise.all(asked))
  }, 10)
  return { ...answers, grow: (page_id) => void parts.set(page_id, partsOf(page_id) + 1) }
})

const rereadAtom = atom(null, (get, set, page_id: string) => set(get(commentsAtom).of(page_id), 0))

/** Loads the next comments of a page as well. */
export const moreCommentsAtom = atom(null, (get, set, page_id: string) => {
  get(commentsAtom).grow(page_id)
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
