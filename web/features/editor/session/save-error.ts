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

/** Converts an error to the failure that the banner shows. */
export async function toSaveError(error: unknown): Promise<SaveError> {
  const cause = await resolveSessionError(error)
  return { kind: kindOf(cause), message: errorText(cause), requestId: getRequestId(cause) }
}
