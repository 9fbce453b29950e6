import { type Readable, Transform } from 'node:stream'
import { formatEvent } from '#src/core/event-stream-response.ts'
import { withoutKey } from './completion.ts'

const lastEvent = '[DONE]'

/**
 * Forwards the events of a service as they arrive, without the key, should an event contain it. Comments, which
 * services send as keep-alive, are forwarded as comments. When the source fails, the last event is what `failed`
 * returns.
 */
export function relayEvents(source: Readable, key: string, failed: (error: Error) => string): Readable {
  const decoder = new TextDecoder()
  let rest = ''
  let isDone = false
  let failure: Error | undefined
  const passed = (line: string): string => {
    if (line.startsWith(':')) return ':\n\n'
    if (!line.startsWith('data:')) return ''
    const data = withoutKey(line.slice('data:'.length).trim(), key)
    isDone ||= data === lastEvent
    return formatEvent(data)
  }
  const events = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
      rest = lines.pop() ?? ''
      done(null, lines.map(passed).join(''))
    },
    flush(done) {
      const last = failure ? failed(failure) : passed(rest)
      done(null, last + (failure || isDone ? '' : formatEvent(lastEvent)))
    },
  })
  source.once('error', (error) => {
    failure = error
    events.end()
  })
  return source.pipe(events)
}
