import { Worker } from 'node:worker_threads'
import type { CheckWorkerData, CheckWorkerReady, CheckWorkerResponse } from '#src/db/engine.ts'
import { StartError } from './config.ts'
import { pathsIn } from './data-folder.ts'
import { workerPath } from './worker-entry.ts'
import { workerLimits } from './worker-limits.ts'

/** How a check ended: `stopped` when the server ended first, `failed` when it could not be made. */
export type CheckResult =
  | { outcome: 'intact' | 'stopped' }
  | { outcome: 'damaged'; error: StartError }
  | { outcome: 'failed'; error: unknown }

/** A check of the database's structure in the background. */
interface StructureCheck {
  /** Never rejects. */
  result: Promise<CheckResult>
  /** Ends it. SQLite cannot be interrupted: resolves when it has read what it was reading. */
  stop(): Promise<void>
}

/**
 * Checks the structure of a data folder's database in a worker thread with a connection of its own, which only reads. It
 * reads the whole file.
 */
export function startStructureCheck(data: string): StructureCheck {
  const path = pathsIn(data).database
  const workerData: CheckWorkerData = { docsteadWorker: 'check', path }
  const entry = workerPath('check-worker', () => new URL('../db/sqlite/check-worker.ts', import.meta.url))
  // every thread must load the same copy of the addon
  const { DOCSTEAD_NATIVE_DIR } = process.env
  const worker = new Worker(entry, {
    workerData,
    resourceLimits: workerLimits(32, 8),
    env: DOCSTEAD_NATIVE_DIR === undefined ? {} : { DOCSTEAD_NATIVE_DIR },
    execArgv: [],
  })
  let isStopping = false
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const result = new Promise<CheckResult>((resolve) => {
    worker.on('message', (message: CheckWorkerReady | CheckWorkerResponse) => {
      if ('isOpen' in message || isStopping) return
      const { problem } = message
      resolve(
        problem === undefined
          ? { outcome: 'intact' }
          : { outcome: 'damaged', error: new StartError('databaseFoundDamaged', { path, detail: problem }) },
      )
    })
    worker.once('error', (error) => resolve({ outcome: 'failed', error }))
    worker.once('exit', () => resolve({ outcome: 'stopped' }))
  })
  // ended while it loads the addon, the thread would end the process with it
  const isEndable = new Promise<void>((resolve) => {
    worker.once('message', () => resolve())
    worker.once('exit', () => resolve())
  })
  return {
    result,
    async stop() {
      isStopping = true
      await isEndable
      await worker.terminate()
      await ended
    },
  }
}
