import { api, isApiError } from './api.ts'

/** Who reads a private item without a session is told that it does not exist: asks whether the session has ended, which the frame then says. */
export async function resolveSessionError(error: unknown): Promise<unknown> {
  if (!isApiError(error, 'itemPasswordNeeded')) return error
  return api.user.info({}).then(
    () => error,
    (ended: unknown) => ended,
  )
}
