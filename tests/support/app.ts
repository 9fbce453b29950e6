import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect } from 'vitest'
import { type Client, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { startServer } from '#src/cli/start-server.ts'
import type { App } from '#src/core/app.ts'
import { type Config, readConfig } from '#src/core/config.ts'
import { hashPassword, hashSecret, newSecret } from '#src/core/secrets.ts'
import { Rows } from './rows.ts'
import { writeWebStub } from './web-stub.ts'

/** A raw HTTP response. */
export interface RawAnswer {
  status: number
  headers: Headers
  /** The envelope; empty when the response is not JSON. */
  json: { error_code?: number; error_name?: string; error_message?: string; data?: unknown; [more: string]: unknown }
}

type RawBody = NonNullable<RequestInit['body']>

/** Options of a raw call. */
export interface RawOptions {
  /** The user name that makes the call. */
  as?: string
  headers?: Record<string, string>
  method?: string
}

/** The product's own server on an empty data folder, with helpers to use it. */
export interface TestApp {
  app: App
  /** The server's address, without a trailing slash. */
  url: string
  data: string
  /** Writes directly to the database. */
  rows: Rows
  /** What was logged as an error: bugs, and failures of the machine. */
  errors: string[]
  /** A client signed in as `username`; the account is created on first use. */
  as(username: string): Client<Contract>
  /** A client that is not signed in. */
  visitor: Client<Contract>
  uid(username: string): number
  /** A session token of `username`. */
  token(username: string): string
  /** Creates an account that can sign in with a password. */
  newUser(username: string, given?: { password?: string; groupid?: 1 | 2 }): Promise<number>
  /** One call as a foreign client makes it: form fields, or a custom body. */
  call(path: string, body?: Record<string, string> | RawBody, options?: RawOptions): Promise<RawAnswer>
  /** Stops the server and removes its folder. Tests need not call it: it runs after each test. */
  close(): Promise<void>
}

/** Options that differ from the default test app. */
export interface TestOptions {
  config?: Partial<Config>
  /** An app for all tests of a file, created in `beforeAll`: closed after the last. */
  shared?: boolean
  /** An existing data folder, which is kept. */
  data?: string
}

/** Waits until the search index has all saved texts: it follows the saves. */
export const waitUntilIndexed = ({ rows }: TestApp): Promise<void> =>
  expect.poll(() => rows.all('page_unindexed'), { timeout: 10_000, interval: 10 }).toEqual([])

const open = new Map<TestApp, { shared: boolean }>()

/** Closes what a test has left open; with `shared`, also what all tests of a file share. */
export async function closeApps({ shared }: { shared: boolean }): Promise<void> {
  for (const [app, one] of open) if (shared || !one.shared) await app.close()
}

/**
 * Starts the product in a new folder on a free port of this machine. Without captchas, unless the configuration says
 * otherwise.
 */
export async function createTestApp(options: TestOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'docstead-test-'))
  const config: Config = {
    ...readConfig(new Map(), {}),
    data: options.data ?? join(folder, 'data'),
    host: '127.0.0.1',
    port: 0,
    captcha: 'off',
    ...options.config,
  }
  const errors: string[] = []
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void errors.push(line) })
  const { app, address, ready, checked, stop } = await startServer(config, log, writeWebStub(join(folder, 'web')))
  // on an existing data folder, the work in the background begins after it
  await checked
  const { sqlite } = ready.open

  const users = new Map<string, { uid: number; token: string }>()
  const seconds = () => Math.floor(app.now().getTime() / 1000)
  const insertUser = (username: string, password: string, groupid: number) => {
    const row = {
      username,
      username_key: username.toLowerCase(),
      name: username,
      password,
      groupid,
      reg_time: seconds(),
    }
    const uid = rows.insert('user', row)
    const token = newSecret()
    const token_hash = hashSecret(token)
    const times = { addtime: seconds(), last_use_time: seconds(), token_expire: seconds() + 86_400 }
    rows.insert('user_token', { token_hash, uid, kind: 'session', ...times })
    const made = { uid, token }
    users.set(username, made)
    return made
  }
  const user = (username: string) => users.get(username) ?? insertUser(username, '', username === 'admin' ? 1 : 2)
  const rows = new Rows(sqlite, (username) => user(username).uid, seconds)
  const clientOf = (headers: () => Record<string, string>) => createClient<Contract>({ base: address, headers })

  const test: TestApp = {
    app,
    url: address,
    data: config.data,
    rows,
    errors,
    as: (username) => clientOf(() => ({ authorization: `Bearer ${user(username).token}` })),
    visitor: clientOf(() => ({})),
    uid: (username) => user(username).uid,
    token: (username) => user(username).token,
    newUser: async (username, { password = 'a good password', groupid = 2 } = {}) =>
      insertUser(username, await hashPassword(password), groupid).uid,
    async call(path, body = {}, { as, headers = {}, method = 'POST' } = {}) {
      const isFields = Object.getPrototypeOf(body) === Object.prototype
      const response = await fetch(`${address}/api/${path}`, {
        method,
        headers: { ...headers, ...(as === undefined ? {} : { authorization: `Bearer ${user(as).token}` }) },
        ...(method === 'GET' || method === 'HEAD'
          ? {}
          : { body: isFields ? new URLSearchParams(body as Record<string, string>) : (body as RawBody) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : {} }
    },
    async close() {
      if (!open.delete(test)) return
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  open.set(test, { shared: options.shared ?? false })
  return test
}
