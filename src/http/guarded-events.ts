import { type Readable, Transform } from 'node:stream'
import type { AppError } from '#src/core/errors.ts'

// How long a silent stream may outlive the permission for it, in ms. A check is free while the database is unchanged.
const pollEveryMs = 300

/**
 * Passes on the events of `source` while `refusalNow` returns nothing. It is called before each chunk, and a few times
 * a second between chunks. When it returns an error, the stream ends with the event that `lastEvent` makes of it, and
 * the source is destroyed.
 */
export function guardEvents(
  source: Readable,
  currentError: () => Promise<AppError | undefined>,
  lastEvent: (rejection: AppError) => string,
): Readable {
  let isOver = false
  let isLooking = false
  const events = new Transform({
    transform(piece, _encoding, done) {
      void style().then(() => (isOver ? done() : done(null, piece)), done)
    },
  })
  const style = async () => {
    if (isOver) return
    const failure = await currentError()
    if (!failure || isOver || events.destroyed) return
    isOver = true
    source.unpipe(events)
    events.push(lastEvent(failure))
    events.end()
    source.destroy()
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void style()
      .catch((error: Error) => events.destroy(error))
      .finally(() => {
        isLooking = false
      })
  }, pollEveryMs).unref()
  events.once('close', () => {
    clearInterval(timer)
    source.destroy()
  })
  // A source that is aborted ends the stream that is derived from it.
  source.once('close', () => isOver || events.end())
  return source.pipe(events)
}
