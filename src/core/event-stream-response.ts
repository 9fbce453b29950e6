import type { Readable } from 'node:stream'

/** Events that are streamed to the client instead of JSON, for calls declared with `eventsEndpoint`. */
export interface EventStreamResponse {
  /** The events as text, each with its empty line. The stream does not fail: an error is its last event. */
  events: Readable
}

/** Formats one event, with the empty line that ends it. */
export const formatEvent = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
