import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that has arrived. */
export interface ArrivedHook {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server that webhooks are sent to. */
export interface WebhookReceiver {
  url: string
  hooks: ArrivedHook[]
  /** What it answers. */
  answer: { status: number; body: string; headers?: Record<string, string> }
  close(): Promise<void>
}

/** Starts a server that keeps every request. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const hooks: ArrivedHook[] = []
  const receiver: WebhookReceiver = {
    url: '',
    hooks,
    answer: { status: 200, body: 'ok' },
    close: () => new Promise((resolve) => server.closeAllConnections() ?? server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      hooks.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      const { status, body, headers = {} } = receiver.answer
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
