import { type Readable, Transform } from 'node:stream'
import type { AppError } from '#src/core/errors.ts'

// How long a silent stream outlives the right to it. A look costs nothing while the database stays as it is.
const lookEveryMs = 300

/**
 * The events of `source` for as long as `refusalNow` gives nothing: it is asked before each piece, and a few times a
 * second between them. Then the stream ends, with what `lastEvent` makes of the refusal, and so does the source.
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
  // A source that is broken off ends what is made of it.
  source.once('close', () => isOver || events.end())
  return source.pipe(events)
}
