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
    /** The right to edit was revoked, or the item was deleted. */
    | 'noRight'
    | 'tooLarge'
    | 'diskFull'
    | 'other'
  message: LocalizedText
  requestId: string | undefined
}

/** The error of the last save; undefined after a successful one. */
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

/**
 * Returns the key of our own message for a failure. On a new page a missing right has a different message, because it
 * concerns creating pages.
 */
export const messageKey = (kind: Told, isNew: boolean): Told | 'noRightNew' =>
  kind === 'noRight' && isNew ? 'noRightNew' : kind

/** Converts an error to the failure that the banner shows. */
export async function toSaveError(error: unknown): Promise<SaveError> {
  const cause = await resolveSessionError(error)
  return { kind: kindOf(cause), message: errorText(cause), requestId: getRequestId(cause) }
}

/** Reports an error that a lock check met, when it means that the page cannot be saved. */
export const reportLockErrorAtom = atom(null, async (get, set, error: unknown): Promise<void> => {
  if (!(error instanceof ApiError) || get(saveErrorAtom)) return
  const problem = await toSaveError(error)
  if (['gone', 'noRight', 'archived', 'session'].includes(problem.kind)) set(saveErrorAtom, problem)
})
