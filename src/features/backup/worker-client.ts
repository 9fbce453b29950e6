import { Worker } from 'node:worker_threads'
import { StartError } from '#src/core/config.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { workerLimits } from '#src/core/worker-limits.ts'
import { DamagedUploads } from './archive.ts'
import type { OnProgress } from './create.ts'
import type { RunTask } from './run-task.ts'
import type { BackupTask, BackupWorkerData, BackupWorkerResponse, TaskResult } from './worker-message.ts'

/**
 * Returns a function that does tasks in a worker thread, one thread for each.
 *
 * @param signal ends them; what they leave is removed by the next backup
 */
export const inWorker =
  (signal?: AbortSignal): RunTask =>
  <T extends BackupTask>(task: T, onProgress: OnProgress = () => undefined) =>
    runInWorker(task, onProgress, signal) as Promise<TaskResult<T>>

function runInWorker(task: BackupTask, onProgress: OnProgress, signal: AbortSignal | undefined): Promise<unknown> {
  const workerData: BackupWorkerData = { docsteadWorker: 'backup', task }
  const entry = workerPath('backup-worker', () => new URL('./backup-worker.ts', import.meta.url))
  // every thread must load the same copy of the addon
  const { DOCSTEAD_NATIVE_DIR } = process.env
  const worker = new Worker(entry, {
    workerData,
    resourceLimits: workerLimits(180, 4),
    env: DOCSTEAD_NATIVE_DIR === undefined ? {} : { DOCSTEAD_NATIVE_DIR },
    execArgv: [],
  })
  let stopReason: unknown
  const stop = () => {
    stopReason = signal?.reason
    void worker.terminate()
  }
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return new Promise((resolve, reject) => {
    worker.on('message', (message: BackupWorkerResponse) => {
      if ('progress' in message) onProgress(message.progress, 100)
      else if ('result' in message) resolve(message.result)
      else if ('failure' in message) reject(failureFrom(message.failure))
      else reject(new Error(message.bug))
    })
    worker.once('error', reject)
    // only now does nothing write any more
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', stop)
      reject(stopReason ?? new Error(`the backup worker ended with ${code} before its result`))
    })
  })
}

function failureFrom({ text, values, uploads }: Extract<BackupWorkerResponse, { failure: unknown }>['failure']) {
  return uploads ? new DamagedUploads(values, uploads) : new StartError(text, values)
}
