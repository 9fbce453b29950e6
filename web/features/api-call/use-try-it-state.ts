import { useAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { type Execution, type TryItState, tryItStateAtom } from './atoms.ts'
import { type Draft, isSameDraft } from './draft.ts'

/** What is being tried out on a page, and deeds that change it. Another text of the page begins anew; its answer stays. */
export function useTryItState(page_id: string, text: string, fresh: Draft) {
  const [kept, setKept] = useAtom(useMemo(() => tryItStateAtom(page_id), [page_id]))
  const [made, setMade] = useState({ text, draft: fresh })
  if (made.text !== text) setMade({ text, draft: fresh })
  const first: TryItState = { ...made, run: kept?.run }
  const trial = kept?.text === text ? kept : first
  return {
    trial,
    /** Whether something differs from what the page says. */
    isChanged: kept?.text === text && !isSameDraft(kept.draft, first.draft),
    setDraft: (draft: Draft) => setKept({ ...trial, draft }),
    setRun: (run: Execution | undefined, draft = trial.draft) => setKept({ text, draft, run }),
    reset: () => setKept({ text, draft: first.draft, run: trial.run }),
  }
}
