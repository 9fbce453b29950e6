import { Worker } from 'node:worker_threads'
import { ConcurrencyLimiter } from '#src/core/concurrency-limiter.ts'
import { AppError } from '#src/core/errors.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { tooLarge } from './template/budget.ts'
import type { MockWorkerData, MockWorkerResponse } from './worker-message.ts'

// A large response takes a second of a processor: one at a time, for all callers.
const lane = new ConcurrencyLimiter(1, 20)
const timeMs = 10_000
const memoryMb = 256

/** Renders a large template in a worker. @throws {AppError} mockTooLarge, tooManyRequests */
export function renderInWorker(template: string, now: Date): Promise<string> {
  return lane.run(async () => {
    const workerData: MockWorkerData = { docsteadWorker: 'mock', template, now: now.getTime() }
    const entry = workerPath('mock-worker', () => new URL('./mock-worker.ts', import.meta.url))
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb }
    const worker = new Worker(entry, { workerData, resourceLimits, env: {}, execArgv: [] })
    try {
      const answer = await answerOf(worker)
      if ('json' in answer) return answer.json
      throw new AppError(answer.refused, answer.values)
    } finally {
      await worker.terminate()
    }
  })
}

function answerOf(worker: Worker): Promise<MockWorkerResponse> {
  return new Promise<MockWorkerResponse>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLarge()), timeMs)
    worker.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The mock worker ended with ${code}, without an answer`))
    })
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    )
  })
}
