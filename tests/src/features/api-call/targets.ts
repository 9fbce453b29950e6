import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a local server with this response until the test ends. Returns its address. */
export async function target(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a local server that returns the request it received as JSON. */
export const echo = (): Promise<string> =>
  target((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, rawHeaders } = request
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ method, url, rawHeaders, body: Buffer.concat(chunks).toString() }))
    })
  })
