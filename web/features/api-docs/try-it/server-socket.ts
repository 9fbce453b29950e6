import { streamMaxMs } from '#shared/contract/api-call-rules.ts'
import { api } from '#web/lib/api.ts'
import type { BrowserSocket, SocketReport } from './browser-socket.ts'

/** A connection through the server: with headers, which the browser does not send. */
interface ServerSocketOrder {
  page_id: string
  env_id: string
  url: string
  protocols: readonly string[]
  headers: readonly { name: string; value: string }[]
}

type Passed = { socket_id: string } | SocketReport

/** Reads the events of a connection from the response to a call. */
const fetchSocket =
  (onEvent: (event: Passed) => void): typeof fetch =>
  async (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Accept', 'text/event-stream')
    const response = await fetch(address, { ...init, headers })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) return response
    const reader = response.body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader()
    let rest = ''
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = (rest + piece.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks)
        if (block.startsWith('data: ')) onEvent(JSON.parse(block.slice('data: '.length)) as Passed)
    }
    return Response.json({ error_code: 0, data: [] })
  }

/**
 * Connects through the server.
 *
 * @param onFailed gets why a message was not sent
 * @throws {ApiError} when the server does not connect
 */
export function connectFromServer(
  { page_id, env_id, ...socket }: ServerSocketOrder,
  onReport: (report: SocketReport) => void,
  onFailed: (error: unknown) => void,
): Promise<BrowserSocket> {
  const stop = new AbortController()
  let socket_id = ''
  let isClosed = false
  const report = (given: SocketReport) => {
    if (isClosed) return
    isClosed = given.kind === 'close'
    onReport(given)
  }
  const lost = () => report({ kind: 'close', code: 1006, reason: '', isClean: false })
  const send = (more: { text?: string; is_end?: '1' }) =>
    void api.apiCall.socketSend({ socket_id, ...more }).catch(onFailed)
  return new Promise((resolve, reject) => {
    const connection: BrowserSocket = {
      send: (text) => send({ text }),
      close: () => send({ is_end: '1' }),
      destroy() {
        isClosed = true
        stop.abort()
      },
    }
    const onEvent = (event: Passed) => {
      if ('kind' in event) return report(event)
      ;({ socket_id } = event)
      resolve(connection)
    }
    const fields = { page_id, socket: JSON.stringify(socket), ...(env_id && { env_id }) }
    api.apiCall
      .socket(fields, { signal: stop.signal, fetch: fetchSocket(onEvent), timeoutMs: streamMaxMs + 30_000 })
      .then(lost, (error: unknown) => {
        if (stop.signal.aborted) return
        if (socket_id === '') reject(error as Error)
        else lost()
      })
  })
}
