import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { execArgv } from '#build/node-options.ts'
import { dist, root } from '#build/paths.ts'
import type { WebManifest } from '#build/web.ts'

/** A command that starts the product, with its first arguments. */
export type Program = { name: string; command: string; args: string[] }

/** The product as `npm run build` leaves it, with the options that Node has in the executable. */
export const bundle: Program = {
  name: 'bundle',
  command: process.execPath,
  args: [...execArgv, join(dist, 'main.cjs')],
}

/** Returns the product as it is distributed: the executable if it exists, otherwise the bundle. */
export function packaged(): Program {
  const command = join(dist, 'docstead')
  return existsSync(command) ? { name: 'executable', command, args: [] } : bundle
}

/** Reads the manifest of the web bundle. */
export const readManifest = (): WebManifest =>
  JSON.parse(readFileSync(join(dist, 'web', 'manifest.json'), 'utf8')) as WebManifest

/** Reports progress on standard error. */
export const say = (text: string): boolean => process.stderr.write(`bench: ${text}\n`)

/** Waits for a number of ms. */
export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const running = new Set<ChildProcess>()

/** Starts a process in the background; its standard error is shown. */
export function start(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: root })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Stops a process and waits until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Stops all processes that were started and still run. */
export const stopAll = async (): Promise<void> => {
  await Promise.all([...running].map(stop))
}

const longestMs = 60_000

/** Waits until a server responds at `url`. @throws when `child` ends before, or after a minute */
export async function waitUntilResponding(url: string, child: ChildProcess, everyMs = 20): Promise<void> {
  for (let tries = 0; tries < longestMs / everyMs; tries++) {
    const up = await fetch(url).then(
      () => true,
      () => false,
    )
    if (up) return
    if (!running.has(child)) break
    await wait(everyMs)
  }
  throw new Error(`no answer from ${url}`)
}

/** Returns the process id of a started process; none when it could not be started. */
export const pidsOf = ({ pid }: ChildProcess): number[] => (pid === undefined ? [] : [pid])

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Returns the CPU time that processes have used so far, in ms. Source: /proc/PID/stat, in ticks of 10 ms. */
export const readCpuMs = (pids: readonly number[]): number =>
  sum(
    pids.map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    }),
  )

/**
 * Returns the memory of processes, in MB: `VmRSS`, all that is resident, or `RssAnon`, what is not a page of a file such
 * as the executable, which the system can drop at any time. What processes share counts for each.
 */
export const readMemoryMb = (pids: readonly number[], kind: 'VmRSS' | 'RssAnon' = 'VmRSS'): number =>
  Math.round(
    sum(
      pids.map((pid) =>
        Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
      ),
    ) / 1024,
  )
