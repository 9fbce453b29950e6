import { Worker } from 'node:worker_threads'
import type { Lang } from '#src/core/i18n.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { workerLimits } from '#src/core/worker-limits.ts'
import { ImportError } from './import-error.ts'
import type { ImportPlan } from './plan-types.ts'
import type { ImportWorkerData, ImportWorkerResponse, Synchronised } from './worker-message.ts'

/**
 * The time limit for one file in ms, and its memory limit in MB. Source: ours; a description of 2,000 operations with 17 MB
 * took 13 s on two shared cores, and 18 s with a comparison.
 */
const importWorkerLimits = { timeMs: 40_000, memoryMb: 768 } as const

/** A file to read in a worker thread. */
export interface ImportFileAt {
  /** The user's file name. */
  name: string
  /** Its path. */
  path: string
  /** False for a check, which only needs the titles: the texts of the plan are then empty. */
  withTexts: boolean
  /** The folder for files of the archive, which the caller deletes with what is left in it; empty when they are not needed. */
  filesFolder: string
  /** Create an item of the type that API clients edit from an API description. */
  forApiClient: boolean
  lang: Lang
  /** The hosts of the site itself, as `countInsecureImages` takes them. */
  ownHosts?: readonly string[] | undefined
  /** The format that the person chose; undefined to detect it. */
  format?: string | undefined
  /** Whether the target is a spreadsheet item. */
  intoSheets?: boolean | undefined
  /** The catalogs that the pages of an API description go into. */
  under?: readonly string[] | undefined
  /** Which hosts files may be fetched from that a description refers to; undefined to fetch none. */
  outbound?: { allow: readonly string[] } | undefined
  /** Set for an API description that is synchronised. */
  synchronised?: Synchronised | undefined
}

/**
 * Runs `readImport` in a worker thread, so that no file can block the server. The thread has none of the server's
 * environment variables, and reads the file itself, so that its bytes are in memory once.
 *
 * @throws {ImportError} as `readImport`; tooSlow when the time or memory limit is exceeded
 */
export async function readImportInWorker(
  file: ImportFileAt,
  limits: { timeMs: number; memoryMb: number } = importWorkerLimits,
): Promise<ImportPlan> {
  const workerData: ImportWorkerData = { docsteadWorker: 'import', ...file }
  const entry = workerPath('import-worker', () => new URL('./import-worker.ts', import.meta.url))
  const worker = new Worker(entry, {
    workerData,
    resourceLimits: workerLimits(limits.memoryMb),
    env: {},
    execArgv: [],
  })
  try {
    const answer = await answerOf(worker, limits.timeMs)
    if ('plan' in answer) return answer.plan
    throw new ImportError(answer.refused, answer.detail, answer.values)
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker, timeMs: number): Promise<ImportWorkerResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ImportError('tooSlow')), timeMs)
    const end = (operation: () => void) => {
      clearTimeout(timer)
      operation()
    }
    worker.once('message', (answer: ImportWorkerResponse) => end(() => resolve(answer)))
    worker.once('error', (error) => end(() => reject(isOutOfMemory(error) ? new ImportError('tooSlow') : error)))
    worker.once('exit', (code) =>
      end(() => reject(new Error(`The import worker ended with ${code}, without an answer`))),
    )
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
