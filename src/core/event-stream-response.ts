import type { Readable } from 'node:stream'

/** Events that go to the client while they come, instead of JSON: for calls declared with `eventsEndpoint`. */
export interface EventStreamResponse {
  /** The events as text, each with its empty line. It does not fail: a failure is its last event. */
  events: Readable
}

/** One event, with the empty line that ends it. */
export const formatEvent = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
