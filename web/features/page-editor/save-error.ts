import { atom } from 'jotai'
import { ApiError, getRequestId } from '#web/lib/api.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { resolveSessionError } from '#web/lib/session-check.ts'

const notLoggedIn = 10102

/** Why the last save stored nothing. */
export interface SaveError {
  kind:
    | 'offline'
    | 'session'
    | 'locked'
    | 'changed'
    | 'archived'
    /** The page was deleted, or moved to another item. */
    | 'gone'
    /** The right to edit was taken away, or the item deleted. */
    | 'noRight'
    | 'tooLarge'
    | 'diskFull'
    | 'other'
  message: LocalizedText
  requestId: string | undefined
}

/** What the last save was refused with; undefined after a good one. */
export const saveErrorAtom = atom<SaveError>()

const kinds: Partial<Record<ApiError['errorName'], SaveError['kind']>> = {
  offline: 'offline',
  notLoggedIn: 'session',
  pageLocked: 'locked',
  pageChanged: 'changed',
  itemArchived: 'archived',
  pageGone: 'gone',
  noRight: 'noRight',
  itemUnknown: 'noRight',
  itemPasswordNeeded: 'noRight',
  pageTooLarge: 'tooLarge',
  diskFull: 'diskFull',
}

const kindOf = (error: unknown): SaveError['kind'] => {
  if (!(error instanceof ApiError)) return 'other'
  return error.code === notLoggedIn ? 'session' : (kinds[error.errorName] ?? 'other')
}

type Told = Exclude<SaveError['kind'], 'changed' | 'locked' | 'other' | 'diskFull'>

/** Which of our words tell of a failure; the others bring their own. A page that was never saved cannot be taken away. */
export const messageKey = (kind: Told, isNew: boolean): Told | 'noRightNew' =>
  kind === 'noRight' && isNew ? 'noRightNew' : kind

/** A failure as it is told over the text. */
export async function toSaveError(error: unknown): Promise<SaveError> {
  const cause = await resolveSessionError(error)
  return { kind: kindOf(cause), message: errorText(cause), requestId: getRequestId(cause) }
}

/** Tells of a failure that a look at the lock met, when it concerns what can be saved at all. */
export const reportLockErrorAtom = atom(null, async (get, set, error: unknown): Promise<void> => {
  if (!(error instanceof ApiError) || get(saveErrorAtom)) return
  const problem = await toSaveError(error)
  if (['gone', 'noRight', 'archived', 'session'].includes(problem.kind)) set(saveErrorAtom, problem)
})
