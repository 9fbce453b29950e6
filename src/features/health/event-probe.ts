import { PassThrough } from 'node:stream'
import type { App } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { type EventStreamResponse, formatEvent } from '#src/core/event-stream-response.ts'

/** How many events the stream has, and how long it waits before each but the first, in ms. */
const probe = { events: 3, pauseMs: 600 } as const

const enter = createConcurrencyGuard({ ofPerson: 3, inAll: 20 })

/**
 * Streams a few events with pauses between them. A client that gets them together has something in between that holds them
 * back.
 *
 * @throws {AppError} tooManyRequests
 */
export function streamProbe(app: App, uid: number): EventStreamResponse {
  const leave = enter(uid)
  const events = new PassThrough()
  let nth = 0
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    nth++
    events.write(formatEvent({ nth }))
    if (nth === probe.events) events.end()
    else timer = setTimeout(send, probe.pauseMs)
  }
  const end = () => events.end()
  app.stopping.addEventListener('abort', end)
  events.once('close', () => {
    clearTimeout(timer)
    app.stopping.removeEventListener('abort', end)
    leave()
  })
  send()
  return { events }
}
