import { api } from '#web/lib/api.ts'

/** The server ends a stream after five minutes; one that lasts longer has lost its connection. */
const lifeMs = 330_000

const dataIn = (block: string): string =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n')

/** Whether an event is the error that ends the stream. */
const isRejection = (data: string): boolean => 'error_code' in JSON.parse(data)

async function readAll(body: ReadableStream<Uint8Array>, onData: (data: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const blocks = (rest + piece.value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const data of blocks.map(dataIn)) if (data !== '' && !isRejection(data)) onData(data)
  }
}

/**
 * Streams new messages, and new versions of the page `page_id`, until the server ends the stream: after a few minutes,
 * or as soon as the session ends, which the next call then reports (or it succeeds after a new sign-in in another
 * window).
 *
 * @throws {ApiError} also when the connection is lost
 */
export async function readUnreadStream(
  signal: AbortSignal,
  page_id: string | undefined,
  onData: (data: string) => void,
): Promise<void> {
  await api.message.watch(page_id ? { page_id } : {}, {
    signal,
    timeoutMs: lifeMs,
    isBackground: true,
    fetch: async (address, init) => {
      const headers = new Headers(init?.headers)
      headers.set('Accept', 'text/event-stream')
      const response = await fetch(address, { ...init, headers })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (!isStream || !response.body) return response
      await readAll(response.body, onData)
      return Response.json({ error_code: 0, data: {} })
    },
  })
}
