import { type ChildProcess, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle, freePort, type Program, pidsOf, start, stop, waitUntilResponding } from '#build/bench/processes.ts'
import { type Client, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'

/** A server that runs on a data folder. */
export type Running = { child: ChildProcess; origin: string; pids: readonly number[]; startMs: number }

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

// However the benchmark ends, its folders are removed.
const folders = new Set<string>()
process.once('exit', () => folders.forEach(removeFolder))

/** A data folder of the benchmark, and the users in it. */
export class Site {
  readonly data = mkdtempSync(join(tmpdir(), 'docstead-bench-'))
  readonly #tokens = new Map<string, string>()

  constructor() {
    folders.add(this.data)
  }

  /** Starts `program` on the folder; `startMs` is the time to its first response. */
  async serve(program: Program = bundle): Promise<Running> {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const words = ['serve', '--data', this.data, '--port', String(port), '--log-level', 'error']
    const startedMs = performance.now()
    const child = start(program.command, [...program.args, ...words])
    await waitUntilResponding(`${origin}/healthz`, child, 5)
    return { child, origin, pids: pidsOf(child), startMs: performance.now() - startedMs }
  }

  /** Returns the times to the first response of several starts, one after another. */
  async startTimes(program: Program, times: number): Promise<number[]> {
    const all: number[] = []
    for (let turn = 0; turn < times; turn++) {
      const { child, startMs } = await this.serve(program)
      all.push(startMs)
      await stop(child)
    }
    return all
  }

  /** Creates a user and returns a token for them; returns the same token the second time. */
  person(name: string, isAdministrator = false): string {
    const known = this.#tokens.get(name)
    if (known) return known
    this.#docstead(
      ['user', 'add', name, '--password-stdin', ...(isAdministrator ? ['--admin'] : [])],
      'a long bench password\n',
    )
    const token = this.#docstead(['token', 'add', name])
    this.#tokens.set(name, token)
    return token
  }

  /** Returns an API client that is signed in as that user. */
  client({ origin }: Running, name: string): Client<Contract> {
    const token = this.person(name)
    return createClient<Contract>({ base: origin, headers: () => ({ Authorization: `Bearer ${token}` }) })
  }

  /** Returns an API client of an administrator. */
  administrator(running: Running): Client<Contract> {
    this.person('administrator', true)
    return this.client(running, 'administrator')
  }

  /** The size of the database on disk, in bytes. Complete only when the server is stopped. */
  get databaseBytes(): number {
    return statSync(join(this.data, 'docstead.db')).size
  }

  remove(): void {
    folders.delete(this.data)
    removeFolder(this.data)
  }

  #docstead(args: string[], input = ''): string {
    const { status, stdout, stderr } = spawnSync(bundle.command, [...bundle.args, ...args, '--data', this.data], {
      input,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`docstead ${args.join(' ')}: ${stderr.trim()}`)
    return stdout.trim()
  }
}
