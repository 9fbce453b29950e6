import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A web server with releases. */
export interface ReleaseServer {
  /** For the setting `update_url`. */
  url: string
  /** The paths that were requested, in order. */
  requested: string[]
  /** Responds in place of the folder, for requests that it handles. */
  intercept: ((path: string, response: ServerResponse, content: Buffer | undefined) => boolean) | undefined
}

/** Serves the files of a folder until the test has ended. */
export async function serveReleases(folder: string): Promise<ReleaseServer> {
  const state: ReleaseServer = { url: '', requested: [], intercept: undefined }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    state.requested.push(path)
    const file = join(folder, path)
    const content = existsSync(file) && path !== '/' ? readFileSync(file) : undefined
    if (state.intercept?.(path, response, content)) return
    response.statusCode = content ? 200 : 404
    response.end(content ?? 'not here')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return state
}
