import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import { clientId, requireClientId } from './client-id.ts'
import { applyVote, type Stat, type Vote } from './votes.ts'

/** The user's own feedback on pages, and for editors that of all users, by page_id. */
export const statAtom = queryFamily(
  (page_id, signal): Promise<Stat> => api.pageFeedback.getStat({ page_id, client_id: clientId() }, { signal }),
  10,
)

const inTurn = createSerialQueue()

/**
 * Votes whether a page was helpful: at once here, reverted when the server rejects it. The last vote counts. @throws
 * the server's error
 */
export const voteAtom = atom(null, async (get, set, page_id: string, vote: Vote) => {
  const storedAtom = get(statAtom).of(page_id)
  const answer = get(storedAtom)
  const before: Stat = answer && 'value' in answer ? answer.value : { my_feedback: 0 }
  const shown = applyVote(before, vote)
  void set(storedAtom, { value: shown })
  const isLast = () => {
    const now = get(storedAtom)
    return now !== undefined && 'value' in now && now.value === shown
  }
  try {
    const value = await inTurn(() =>
      api.pageFeedback.submit({ page_id, feedback_type: vote, client_id: requireClientId() }),
    )
    if (isLast()) void set(storedAtom, { value })
  } catch (error) {
    if (isLast()) void set(storedAtom, { value: before })
    throw error
  }
})
