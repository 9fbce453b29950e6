import { useAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { type Execution, type TryItState, tryItStateAtom } from './atoms.ts'
import { type Draft, isSameDraft } from './draft.ts'

/**
 * Returns the try-it state of a page and functions to change it. A new page text resets the draft but keeps the
 * response.
 */
export function useTryItState(page_id: string, text: string, fresh: Draft) {
  const [kept, setKept] = useAtom(useMemo(() => tryItStateAtom(page_id), [page_id]))
  const [made, setMade] = useState({ text, draft: fresh })
  if (made.text !== text) setMade({ text, draft: fresh })
  const first: TryItState = { ...made, run: kept?.run }
  const trial = kept?.text === text ? kept : first
  return {
    trial,
    /** Whether the draft differs from the page. */
    isChanged: kept?.text === text && !isSameDraft(kept.draft, first.draft),
    setDraft: (draft: Draft) => setKept({ ...trial, draft }),
    setRun: (run: Execution | undefined, draft = trial.draft) => setKept({ text, draft, run }),
    reset: () => setKept({ text, draft: first.draft, run: trial.run }),
  }
}
