import { atom } from 'jotai'
import { sessionAtom, visitsAtom } from '#web/features/session/index.tsx'
import { type Answers, keepAnswers } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'
import { turns } from '#web/lib/in-turn.ts'
import { clientId, requireClientId } from './client-id.ts'
import { changed, type Stat, type Vote } from './votes.ts'

/** What the person has said of pages, and for editors what all have, by page_id. Forgotten when somebody signs in or out. */
export const statAtom = atom((get): Answers<Stat> => {
  void get(sessionAtom)
  get(visitsAtom)
  return keepAnswers((page_id, signal) => api.pageFeedback.getStat({ page_id, client_id: clientId() }, { signal }), 10)
})

const inTurn = turns()

/** Says whether a page was helpful: at once here, and back when the server refuses. The last word counts. @throws its refusal */
export const voteAtom = atom(null, async (get, set, page_id: string, vote: Vote) => {
  const kept = get(statAtom).of(page_id)
  const answer = get(kept)
  const before: Stat = answer && 'value' in answer ? answer.value : { my_feedback: 0 }
  const shown = changed(before, vote)
  void set(kept, { value: shown })
  const isLast = () => {
    const now = get(kept)
    return now !== undefined && 'value' in now && now.value === shown
  }
  try {
    const value = await inTurn(() =>
      api.pageFeedback.submit({ page_id, feedback_type: vote, client_id: requireClientId() }),
    )
    if (isLast()) void set(kept, { value })
  } catch (error) {
    if (isLast()) void set(kept, { value: before })
    throw error
  }
})
