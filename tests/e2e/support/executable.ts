import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dist } from '#build/paths.ts'
import { type Client, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { memoryFolder } from '#tests/support/memory.ts'

/** The executable under test: the one in `DOCSTEAD_EXECUTABLE`, or else the one that `npm run package` has built. */
export const executable =
  process.env['DOCSTEAD_EXECUTABLE'] ?? join(dist, process.platform === 'win32' ? 'docstead.exe' : 'docstead')

/** Whether the tests may switch to another user. */
export const isRoot = process.getuid?.() === 0

/** An ordinary user without privileges, where the tests may switch to one. */
export const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}

/** Options for running a process of the executable. */
interface HowToRun {
  /** Another executable than the one under test. */
  file?: string
  /** Added to a bare environment: nothing of the surrounding one is passed on. */
  env?: Record<string, string>
  cwd?: string
  uid?: number
  gid?: number
}

/** The result of a process that has ended. */
export interface Ended {
  /** The exit code; -1 when a signal ended it. */
  code: number
  signal: string | null
}

/** A server that runs in its own process. */
export interface RunningExecutable {
  /** Its address with the base path, without a slash at the end. */
  url: string
  pid: number
  /** Its data folder. */
  data: string
  /** The setup code of the first start; undefined once there is an administrator, or when the log omits notices. */
  setupCode: string | undefined
  /** Its standard error so far. */
  log(): string
  /** Its standard output so far. */
  output(): string
  /** Sends SIGTERM and waits for the process to exit. */
  stop(): Promise<Ended>
  /** Kills the process, as a power failure does. */
  kill9(): Promise<Ended>
  waitExit(): Promise<Ended>
  /** A typed client; signed in when it gets a token. */
  client(token?: string): Client<Contract>
}

/** Options for starting a server. */
export interface StartOptions extends HowToRun {
  /** An existing data folder, which is not removed; else a new one is created. */
  data?: string
  /** The words before the flags; `serve` by default. */
  command?: string[]
  /** Flags in addition to `--data` and `--port`. */
  args?: string[]
  /** For tests that must know the port beforehand; else a free one. */
  port?: number
  /** For all tests of a file, started in `beforeAll`: ends after the last test instead of after each. */
  shared?: boolean
  /** Has its data folder in memory where that is possible, for tests that are not about what is on the disk. */
  inMemory?: boolean
}

const startMs = 30_000
const endMs = 20_000

interface Kept {
  shared: boolean
}
const children = new Map<ChildProcess, Kept>()
const folders = new Map<string, Kept>()

/** Ends the processes and removes the folders that a test has left; with `shared`, also those of the whole file. */
export async function endProcesses({ shared }: Kept): Promise<void> {
  const which = (kept: Kept) => shared || !kept.shared
  for (const [child, kept] of children) {
    if (!which(kept)) continue
    const ended = endOf(child)
    child.kill('SIGKILL')
    await ended
  }
  for (const [folder, kept] of folders) {
    if (!which(kept)) continue
    folders.delete(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A new folder that is removed after the test, or with `shared` after the last test of the file. */
export function newFolder(how: Pick<StartOptions, 'shared' | 'inMemory' | 'uid' | 'gid'> = {}): string {
  const folder = mkdtempSync(join((how.inMemory && memoryFolder()) || tmpdir(), 'docstead-e2e-'))
  folders.set(folder, { shared: how.shared ?? false })
  if (how.uid !== undefined) chownSync(folder, how.uid, how.gid ?? how.uid)
  return folder
}

/** Waits until `test` returns a value. @throws {Error} naming `what` after `ms` */
export async function until<T>(
  what: string,
  test: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 30_000,
): Promise<T> {
  const endsMs = performance.now() + ms
  for (;;) {
    const found = await test()
    if (found !== undefined && found !== false) return found
    if (performance.now() > endsMs) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  const ended = (): Ended => ({ code: child.exitCode ?? -1, signal: child.signalCode })
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(ended())
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`process ${child.pid} did not end within ${endMs} ms`))
    }, endMs)
    // 'close' comes after the last of the output
    child.once('close', () => {
      clearTimeout(late)
      resolve(ended())
    })
  })
}

function run(args: readonly string[], how: HowToRun, shared: boolean) {
  const child = spawn(how.file ?? executable, args, {
    cwd: how.cwd ?? '/',
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8', ...how.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(how.uid === undefined ? {} : { uid: how.uid, gid: how.gid ?? how.uid }),
  })
  children.set(child, { shared })
  child.once('close', () => children.delete(child))
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
    })
  }
  // a process that ends before it has read everything does not fail the test
  child.stdin.on('error', () => undefined)
  return { child, text }
}

interface Announced {
  pid: number
  address: string
}

function announced(data: string): Announced | undefined {
  try {
    return JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')) as Announced
  } catch {
    return undefined
  }
}

const codeInLog = (log: string): string | undefined => /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(log)?.[0]

/** Starts `docstead serve`, or another command that serves, and waits until it responds. It is killed and its folder removed after the test. */
export async function start(options: StartOptions = {}): Promise<RunningExecutable> {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: run "npm run package"`)
  const shared = options.shared ?? false
  const data = options.data ?? join(newFolder({ ...options, shared }), 'data')
  const words = options.command ?? ['serve']
  const args = [...words, '--data', data, '--port', String(options.port ?? 0), ...(options.args ?? [])]
  const { child, text } = run(args, options, shared)
  const { pid = 0 } = child
  child.stdin.end()
  const found = await until(
    'a server that listens',
    () => {
      if (child.exitCode !== null) throw new Error(`docstead ended with ${child.exitCode}: ${text.stderr}`)
      const there = announced(data)
      return there?.pid === pid && there
    },
    startMs,
  )
  const url = found.address
  const client = (token?: string) =>
    createClient<Contract>({
      base: url,
      headers: (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    })
  const { setup_needed } = await client().common.homePageSetting()
  const setupCode = setup_needed
    ? await until('a setup code', () => codeInLog(text.stderr), 1000).catch(() => undefined)
    : undefined
  const send = (signal: NodeJS.Signals) => {
    const ended = endOf(child)
    child.kill(signal)
    return ended
  }
  return {
    url,
    pid,
    data,
    setupCode,
    log: () => text.stderr,
    output: () => text.stdout,
    stop: () => send('SIGTERM'),
    kill9: () => send('SIGKILL'),
    waitExit: () => endOf(child),
    client,
  }
}

/** The result of a command. */
export interface Done extends Ended {
  stdout: string
  stderr: string
  /** How long it took. */
  ms: number
}

/** Runs one command line until it exits. `stdin` is its input; empty by default. */
export async function cli(args: readonly string[], how: HowToRun & { stdin?: string } = {}): Promise<Done> {
  const startedMs = performance.now()
  const { child, text } = run(args, how, false)
  const ended = endOf(child)
  child.stdin.end(how.stdin ?? '')
  return { ...(await ended), ...text, ms: performance.now() - startedMs }
}

/** The administrator that `newAdministrator` creates. */
export const administrator = { username: 'admin', password: 'plenty of horses 7' }

/** Creates the first administrator with the setup code, as the setup page does. Returns the session token. */
export async function newAdministrator(server: RunningExecutable): Promise<string> {
  const { username, password } = administrator
  const setup_code = server.setupCode ?? ''
  const made = await server.client().setup.create({ setup_code, username, password, confirm_password: password })
  return made.user_token
}
