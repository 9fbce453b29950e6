import { api, isApiError } from './api.ts'

/**
 * Resolves an error to its real cause. Without a session the server reports a private item as missing, so this checks
 * whether the session has ended; the frame then reports that.
 */
export async function resolveSessionError(error: unknown): Promise<unknown> {
  if (!isApiError(error, 'itemPasswordNeeded')) return error
  return api.user.info({}).then(
    () => error,
    (ended: unknown) => ended,
  )
}
