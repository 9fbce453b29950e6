import { type Readable, Transform } from 'node:stream'
import type { AppError } from '#src/core/errors.ts'

// How long a silent stream may outlive the permission for it, in ms. A check is free while the database is unchanged.
const lookEveryMs = 300

/**
 * Passes on the events of `source` while `refusalNow` returns nothing. It is called before each chunk, and a few times
 * a second between chunks. When it returns an error, the stream ends with the event that `lastEvent` makes of it, and
 * the source is destroyed.
 */
export function guardEvents(
  source: Readable,
  refusalNow: () => Promise<AppError | undefined>,
  lastEvent: (refusal: AppError) => string,
): Readable {
  let isOver = false
  let isLooking = false
  const events = new Transform({
    transform(piece, _encoding, done) {
      void look().then(() => (isOver ? done() : done(null, piece)), done)
    },
  })
  const look = async () => {
    if (isOver) return
    const refusal = await refusalNow()
    if (!refusal || isOver || events.destroyed) return
    isOver = true
    source.unpipe(events)
    events.push(lastEvent(refusal))
    events.end()
    source.destroy()
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look()
      .catch((error: Error) => events.destroy(error))
      .finally(() => {
        isLooking = false
      })
  }, lookEveryMs).unref()
  events.once('close', () => {
    clearInterval(timer)
    source.destroy()
  })
  // A source that is aborted ends the stream that is derived from it.
  source.once('close', () => isOver || events.end())
  return source.pipe(events)
}
