import { api, isRefusal } from './api.ts'

/** A visitor is told that a private item does not exist: asks whether the session has ended, which the frame then says. */
export async function causeOf(error: unknown): Promise<unknown> {
  if (!isRefusal(error, 'itemPasswordNeeded') && !isRefusal(error, 'noRight')) return error
  return api.user.info({}).then(
    () => error,
    (ended: unknown) => ended,
  )
}
