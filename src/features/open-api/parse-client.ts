import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError, fail } from '#src/core/errors.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { workerLimits } from '#src/core/worker-limits.ts'
import { parse } from './parse.ts'
import type { ParseResponse, ParseResults, ParseTask, ParseWorkerData } from './parse-message.ts'

// What takes less time than starting a worker, some 30 ms, is read at once, in characters.
const smallText = 30_000

// 5 MB of SQL as people write it need 150 MB; text made to need more ends at this limit, in MB.
const memoryMb = 512

const textOf = (task: ParseTask): string => (task.kind === 'comments' ? task.content : task.sql)

/**
 * Reads what a text describes: a long one in a worker, so that nobody waits for it.
 *
 * @throws {AppError} sqlEmpty, sqlNoTable, sqlBroken; textTooLong for a text that needs too much memory
 */
export async function parseInBackground<T extends ParseTask>(task: T): Promise<ParseResults[T['kind']]> {
  if (textOf(task).length <= smallText) return parse(task)
  const workerData: ParseWorkerData = { docsteadWorker: 'parse', task }
  const entry = workerPath('parse-worker', () => new URL('./parse-worker.ts', import.meta.url))
  const worker = new Worker(entry, {
    workerData,
    resourceLimits: workerLimits(memoryMb),
    env: {},
    execArgv: [],
  })
  try {
    const [response] = (await once(worker, 'message')) as [ParseResponse]
    if ('failed' in response) throw new AppError(response.failed, response.values)
    return response.result as ParseResults[T['kind']]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      fail('textTooLong', { field: task.kind === 'comments' ? 'content' : 'sql', most: smallText })
    throw error
  } finally {
    await worker.terminate()
  }
}
