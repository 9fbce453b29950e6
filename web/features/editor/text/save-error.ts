import { atom } from 'jotai'
import { type SaveError, toSaveError } from '#web/features/editor/session/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { saveErrorAtom } from './session.ts'

type Reported = Exclude<SaveError['kind'], 'changed' | 'locked' | 'other' | 'diskFull'>

/**
 * Returns the key of our own message for a failure. On a new page a missing right has a different message, because it
 * concerns creating pages.
 */
export const messageKey = (kind: Reported, isNew: boolean): Reported | 'noRightNew' =>
  kind === 'noRight' && isNew ? 'noRightNew' : kind

/** Reports an error that a lock check met, when it means that the page cannot be saved. */
export const reportLockErrorAtom = atom(null, async (get, set, error: unknown): Promise<void> => {
  if (!(error instanceof ApiError) || get(saveErrorAtom)) return
  const problem = await toSaveError(error)
  if (['gone', 'noRight', 'archived', 'session'].includes(problem.kind)) set(saveErrorAtom, problem)
})
