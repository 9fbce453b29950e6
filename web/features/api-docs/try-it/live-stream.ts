import type { CallResponseOutput } from '#shared/contract/api-call.ts'

/** A stream of events that is still arriving. */
export interface LiveStream {
  head: Pick<CallResponseOutput, 'status' | 'status_text' | 'url' | 'redirects' | 'headers'>
  /** What has arrived so far. */
  text: string
}

/** One event of a stream. Source: HTML, 9.2.6, Interpreting an event stream. */
interface StreamEvent {
  id: string
  name: string
  data: string
}

/** Parses the complete events of a stream; what follows the last empty line is incomplete. */
export function parseEvents(text: string): StreamEvent[] {
  const blocks = text.replace(/^\u{FEFF}/u, '').split(/\r\n\r\n|\n\n|\r\r/)
  blocks.pop()
  let lastId = ''
  return blocks.flatMap((block) => {
    let name = ''
    const data: string[] = []
    for (const line of block.split(/\r\n|\n|\r/)) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (field === 'event') name = value
      if (field === 'data') data.push(value)
      if (field === 'id' && !value.includes('\u0000')) lastId = value
    }
    return data.length === 0 ? [] : [{ id: lastId, name, data: data.join('\n') }]
  })
}

/** Returns what has arrived of a stream that was stopped, as a response. */
export const stoppedAnswer = ({ head, text }: LiveStream, time_ms: number): CallResponseOutput => ({
  ...head,
  content: text,
  is_base64: false,
  is_truncated: true,
  size_bytes: new Blob([text]).size,
  time_ms,
})

// Drawing takes longer than reading: many pieces are drawn at once.
const drawMs = 150

/** Collects the pieces of a stream and reports them now and then. */
export function collectStream(onLive: (live: LiveStream) => void) {
  let head: LiveStream['head'] | undefined
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    timer = undefined
    if (head) onLive({ head, text })
  }
  return {
    begin(given: LiveStream['head']) {
      head = given
      report()
    },
    add(piece: string) {
      text += piece
      timer ??= setTimeout(report, drawMs)
    },
    end() {
      clearTimeout(timer)
    },
  }
}

/** A line of the stream that the server passes on. */
type Passed = { head: LiveStream['head'] } | { text: string } | { done: unknown } | { failed: object }

/** Returns a `fetch` for `CallOptions.fetch` that reports a stream of events, and then returns the usual response. */
export const fetchLive =
  (onLive: (live: LiveStream) => void): typeof fetch =>
  async (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Accept', 'text/event-stream')
    const response = await fetch(address, { ...init, headers })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) return response
    const stream = collectStream(onLive)
    const reader = response.body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader()
    let rest = ''
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        const blocks = (rest + piece.value).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          if (!block.startsWith('data: ')) continue
          const passed = JSON.parse(block.slice('data: '.length)) as Passed
          if ('head' in passed) stream.begin(passed.head)
          else if ('text' in passed) stream.add(passed.text)
          else if ('done' in passed) return Response.json({ error_code: 0, data: passed.done })
          else return Response.json({ error_code: 10101, request_id: '', ...('failed' in passed && passed.failed) })
        }
      }
    } finally {
      stream.end()
    }
    throw new TypeError('The stream ended before its end.')
  }
