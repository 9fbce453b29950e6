import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The new version did not work on this data. Its message says what it wrote, or did not do. */
export class TrialFailed extends Error {}

/** What a trial prints on standard output once it answers. Both versions must understand it: decision 38. */
export interface TrialAnswer {
  /** Where it answers, without a trailing slash: a port of this machine that nobody else knows. */
  address: string
  version: string
}

/** How to try an executable. */
export interface TrialOptions {
  /** The arguments of `serve`: flags alone. */
  args: readonly string[]
  /** The version that it must be. */
  version: string
  /** How long it may take until it answers, in ms: it may migrate the database. */
  readyMs: number
  /** Whom it runs as: an administrator who updates a server that is not running is not its user. */
  user?: { uid: number; gid: number } | undefined
}

const checkMs = 10_000
const endMs = 20_000
// The last lines are enough to see what is wrong.
const shownLength = 600

const endedWith = (code: number | string | null, said: string): string =>
  `ended with ${code}${said.trim() === '' ? '' : `: ${said.trim()}`}`

const paths = ['/healthz', '/readyz', '/']

async function requireHealthy(address: string): Promise<void> {
  for (const path of paths) {
    const answer = await fetch(address + path, { signal: AbortSignal.timeout(checkMs) })
    const text = await answer.text()
    if (!answer.ok) throw new TrialFailed(`${path}: ${answer.status} ${text.slice(0, shownLength)}`)
  }
}

async function within<T>(ms: number, work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new TrialFailed(late)), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Starts an executable on a data folder that no server uses, asks it whether it is healthy, and ends it. It migrates the
 * database and serves nobody else. It ends when this process does: its standard input is closed then.
 *
 * @throws {TrialFailed}
 */
export async function tryExecutable(executable: string, options: TrialOptions): Promise<void> {
  const child = spawn(executable, ['trial', ...options.args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: process.cwd(),
    ...options.user,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-shownLength)
  })
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  // an executable that cannot be started is reported where it is waited for
  ended.catch(() => undefined)
  try {
    const gone = ended.then((code): never => {
      throw new TrialFailed(endedWith(code, said))
    })
    gone.catch(() => undefined)
    const line = once(createInterface(child.stdout), 'line') as Promise<[string]>
    const [text] = await within(options.readyMs, Promise.race([line, gone]), `not ready after ${options.readyMs} ms`)
    const { address, version } = JSON.parse(text) as TrialAnswer
    if (version !== options.version) throw new TrialFailed(`version ${version}`)
    await Promise.race([requireHealthy(address), gone])
    child.stdin.end()
    const code = await within(endMs, ended, `did not end within ${endMs} ms`)
    if (code !== 0) throw new TrialFailed(endedWith(code, said))
  } catch (error) {
    throw error instanceof TrialFailed ? error : new TrialFailed(error instanceof Error ? error.message : String(error))
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await ended.catch(() => undefined)
    }
  }
}

/** What `version --json` prints. */
interface VersionAnswer {
  version: string
  platform: string
  schema: number
}

const versionMs = 20_000

/** Runs `version --json` of an executable. @throws {TrialFailed} */
export async function askVersion(executable: string): Promise<VersionAnswer> {
  const child = spawn(executable, ['version', '--json'], { stdio: ['ignore', 'pipe', 'pipe'], timeout: versionMs })
  let [out, said] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-shownLength)
  })
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new TrialFailed(endedWith(code ?? child.signalCode, said))
    return JSON.parse(out) as VersionAnswer
  } catch (error) {
    throw error instanceof TrialFailed ? error : new TrialFailed(error instanceof Error ? error.message : String(error))
  }
}
