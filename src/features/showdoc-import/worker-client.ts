import { Worker } from 'node:worker_threads'
import { AppError } from '#src/core/errors.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { workerLimits } from '#src/core/worker-limits.ts'
import type { OnPercent, SiteImport } from './import-site.ts'
import type { SiteReport } from './report.ts'
import type { ShowdocWorkerData, ShowdocWorkerResponse } from './worker-message.ts'

// A page of 48 MB is in memory some times at once while it is unpacked, unescaped and written. With more, the thread only
// collects less often: it would hold 200 MB more at the end of a large site.
const limits = { oldMb: 256, youngMb: 8 } as const

/**
 * Runs `importSite` in a worker thread.
 *
 * @param signal ends it; nothing is written then, unless it is done already
 * @throws {AppError} as `importSite`, and the reason of `signal`
 */
export function importInWorker(task: SiteImport, onPercent: OnPercent, signal: AbortSignal): Promise<SiteReport> {
  const stopped = new Int32Array(new SharedArrayBuffer(4))
  const workerData: ShowdocWorkerData = { docsteadWorker: 'showdoc', task, stopped }
  const entry = workerPath('showdoc-worker', () => new URL('./showdoc-worker.ts', import.meta.url))
  // every thread must load the same copy of the addon
  const { DOCSTEAD_NATIVE_DIR } = process.env
  const worker = new Worker(entry, {
    workerData,
    resourceLimits: workerLimits(limits.oldMb, limits.youngMb),
    env: DOCSTEAD_NATIVE_DIR === undefined ? {} : { DOCSTEAD_NATIVE_DIR },
    execArgv: [],
  })
  const stop = () => void Atomics.store(stopped, 0, 1)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return new Promise<SiteReport>((resolve, reject) => {
    worker.on('message', (message: ShowdocWorkerResponse) => {
      if ('percent' in message) onPercent(message.percent)
      else if ('report' in message) resolve(message.report)
      else if ('failure' in message) reject(new AppError(message.failure.name, message.failure.values))
      else if ('stopped' in message) reject(signal.reason)
      else reject(new Error(message.bug))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      reject(new Error(`the import worker ended with ${code} before its result`))
    })
  })
}
