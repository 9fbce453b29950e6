import { eventReader } from './events.ts'

const answer = (content: string) => ({
  error_code: 0,
  data: { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] },
})

async function whole(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<object> {
  const read = eventReader()
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    for (const event of read(piece.value)) {
      if (event.kind === 'end') return answer(text)
      if (event.kind === 'refusal') return { request_id: '', ...event.refusal }
      text += event.text
      onText(text)
    }
  }
  throw new TypeError('The stream ended before its end.')
}

/**
 * Returns a `fetch` for a call that streams events while it works: reports what has arrived so far, and finally returns
 * the same response as without events. For `CallOptions.fetch`.
 */
export const fetchStreaming =
  (onText: (text: string) => void): typeof fetch =>
  async (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Accept', 'text/event-stream')
    const response = await fetch(address, { ...init, headers })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    return isStream && response.body ? Response.json(await whole(response.body, onText)) : response
  }
