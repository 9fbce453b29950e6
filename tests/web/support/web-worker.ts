// Workers of the browser, for tests of screens: real threads, that run what the build would bundle for them.
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker as Thread } from 'node:worker_threads'
import { buildSync } from 'esbuild'
import { root } from '#build/paths.ts'

/** What a worker of a browser has and a thread of Node has not. */
const prelude = `
const { parentPort, workerData } = require('node:worker_threads')
globalThis.self = globalThis
const target = new EventTarget()
globalThis.addEventListener = target.addEventListener.bind(target)
globalThis.postMessage = (data, { transfer = [] } = {}) => parentPort.postMessage(data, transfer)
parentPort.on('message', (data) => target.dispatchEvent(Object.assign(new Event('message'), { data })))
require(workerData.script)
`

const bundled = new Map<string, string>()

/** The source of a worker. Its address is that of the file, or `/assets/` and its path with `--` for each slash. */
const sourceOf = (address: string): string =>
  address.startsWith('file:') ? fileURLToPath(address) : join(root, basename(address).replaceAll('--', '/'))

/** Bundles the source of a worker; once for each test process. */
function bundle(address: string): string {
  const script = join(root, 'test-results/web-workers', `${process.pid}-${basename(address)}.cjs`)
  mkdirSync(join(script, '..'), { recursive: true })
  buildSync({
    entryPoints: [sourceOf(address)],
    outfile: script,
    bundle: true,
    format: 'iife',
    target: 'node24',
    logLevel: 'error',
    define: { 'import.meta.url': '""' },
  })
  return script
}

/** A worker of a browser, in a thread. */
export class WebWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | undefined
  onerror: ((event: Event) => void) | undefined
  readonly #thread: Thread

  constructor(address: string | URL) {
    super()
    const name = String(address)
    const script = bundled.get(name) ?? bundle(name)
    bundled.set(name, script)
    this.#thread = new Thread(prelude, { eval: true, workerData: { script } })
    this.#thread.on('message', (data) => this.onmessage?.(new MessageEvent('message', { data })))
    this.#thread.on('error', (error) => this.onerror?.(Object.assign(new Event('error'), { error })))
    this.#thread.unref()
  }

  postMessage(data: unknown): void {
    this.#thread.postMessage(data)
  }

  terminate(): void {
    void this.#thread.terminate()
  }
}
