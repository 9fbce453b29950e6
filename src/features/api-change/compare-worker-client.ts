import { Worker } from 'node:worker_threads'
import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { workerLimits } from '#src/core/worker-limits.ts'

/** Two descriptions as JSON, and the day that sunsets are compared with. */
export interface CompareWorkerData {
  docsteadWorker: 'api-change'
  before: string
  after: string
  today: string
}

/** The time limit of one comparison in ms, and its memory limit in MB: a description may have 20 MB. */
const limits = { timeMs: 60_000, memoryMb: 768 }

/**
 * Compares two whole descriptions in a worker thread: those of large APIs take a second.
 *
 * @throws {Error} when they cannot be read, or take too long
 */
export async function compareInWorker(given: Omit<CompareWorkerData, 'docsteadWorker'>): Promise<ApiChange[]> {
  const workerData: CompareWorkerData = { docsteadWorker: 'api-change', ...given }
  const entry = workerPath('api-change-worker', () => new URL('./api-change-worker.ts', import.meta.url))
  const worker = new Worker(entry, {
    workerData,
    resourceLimits: workerLimits(limits.memoryMb),
    env: {},
    execArgv: [],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ApiChange[]>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('comparing two descriptions took too long')), limits.timeMs)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`the comparison ended with ${code}, without a result`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
