import { Readable } from 'node:stream'
import { withoutKey } from './completion.ts'

/** One event, with the empty line that ends it. */
export const eventOf = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

async function* linesOf(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

/**
 * The events of a service as they come, without the key, should it stand in one. Comments, by which services say that they
 * are still there, go on as comments. What `failed` gives is the last event of a stream that breaks.
 */
export async function* eventsOf(
  body: Readable,
  key: string,
  failed: (error: unknown) => string,
): AsyncGenerator<string> {
  let isDone = false
  try {
    for await (const line of linesOf(body)) {
      if (line.startsWith('data:')) {
        const data = withoutKey(line.slice('data:'.length).trim(), key)
        isDone ||= data === '[DONE]'
        yield eventOf(data)
      } else if (line.startsWith(':')) yield ':\n\n'
    }
    if (!isDone) yield eventOf('[DONE]')
  } catch (error) {
    yield failed(error)
  }
}

/** Events as a stream. When it ends, or its reader goes away, `source` is let go of and `left` is called. */
export function readableOf(
  events: AsyncIterable<string> | Iterable<string>,
  source: Readable,
  left: () => void,
): Readable {
  return Readable.from(events).once('close', () => {
    // A generator that waits for its next piece would hear of the end only with that piece.
    source.destroy()
    left()
  })
}
