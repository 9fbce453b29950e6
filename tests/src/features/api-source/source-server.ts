import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that API descriptions are fetched from. */
export interface SourceServer {
  url: string
  requests: IncomingMessage[]
  /** What it answers; tests replace it. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}

/** Starts a server on this machine. */
export async function startSourceServer(): Promise<SourceServer> {
  const source: SourceServer = {
    url: '',
    requests: [],
    answer: (_, response) => void response.writeHead(404).end('gone'),
    close: () => new Promise((resolve) => server.closeAllConnections() ?? server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    source.requests.push(request)
    response.on('error', () => undefined)
    source.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  source.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return source
}
