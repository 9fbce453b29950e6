import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '#src/core/errors.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { workerLimits } from '#src/core/worker-limits.ts'
import { cellsMost } from './chunk-blocks.ts'
import type { ExportDraft, ExportNote, ExportPart, ExportWorkerData, ExportWorkerResponse } from './worker-message.ts'
import { zipLimits } from './zip-writer.ts'

/** The time limit of one export in ms, and its memory limit in MB. Source of the memory: security P14. */
const exportWorkerLimits = { timeMs: 300_000, memoryMb: 180 } as const

/** The limits of an export that nobody waits for at an open connection, and that can be cancelled. */
export const exportJobLimits = { ...exportWorkerLimits, timeMs: 1_800_000 } as const

/**
 * Writes an export in a worker thread, so that no document can block the server. Parts are sent one list at a time,
 * each when the previous one is done: neither side holds more than that.
 *
 * @param signal ends the worker and throws its reason when it aborts
 * @returns what could not be put into the file as it is
 * @throws {AppError} exportTooLarge, exportNothing, exportTooManyCells, exportTooSlow when the time or memory limit is exceeded
 */
export async function writeExport(
  path: string,
  { frame, parts }: ExportDraft,
  limits: { timeMs: number; memoryMb: number } = exportWorkerLimits,
  signal?: AbortSignal,
): Promise<ExportNote[]> {
  const workerData: ExportWorkerData = { docsteadWorker: 'export', path, frame }
  const entry = workerPath('export-worker', () => new URL('./export-worker.ts', import.meta.url))
  const resourceLimits = workerLimits(limits.memoryMb, 4)
  const worker = new Worker(entry, { workerData, resourceLimits, env: {}, execArgv: [] })
  const reading = parts[Symbol.asyncIterator]()
  try {
    return await fed(worker, reading, limits.timeMs, signal)
  } catch (error) {
    await worker.terminate() // else it could still write the file
    await rm(path, { force: true })
    throw error
  } finally {
    await worker.terminate()
    await reading.return?.()
  }
}

async function nextOf(parts: AsyncIterator<ExportPart[]>): Promise<ExportPart[]> {
  for (;;) {
    const { done, value } = await parts.next()
    if (done) return []
    if (value.length > 0) return value
  }
}

function fed(
  worker: Worker,
  parts: AsyncIterator<ExportPart[]>,
  timeMs: number,
  signal: AbortSignal | undefined,
): Promise<ExportNote[]> {
  return new Promise((resolve, reject) => {
    const stop = () => end(() => reject(signal?.reason as Error))
    const timer = setTimeout(() => end(() => reject(new AppError('exportTooSlow'))), timeMs)
    const end = (operation: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      operation()
    }
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    worker.on('message', (word: ExportWorkerResponse) => {
      if (word === 'tooLarge') end(() => reject(tooLarge()))
      else if (word === 'nothing') end(() => reject(new AppError('exportNothing')))
      else if (word !== 'more' && 'done' in word) end(() => resolve(word.done))
      else if (word !== 'more') end(() => reject(tooManyCells(word.tooManyCells)))
      else
        nextOf(parts).then(
          (list) => worker.postMessage(list),
          (error: unknown) => end(() => reject(error as Error)),
        )
    })
    worker.once('error', (error) => end(() => reject(isOutOfMemory(error) ? new AppError('exportTooSlow') : error)))
    worker.once('exit', (code) =>
      end(() => reject(new Error(`The export worker ended with ${code} before the file did`))),
    )
  })
}

const tooLarge = () => new AppError('exportTooLarge', { mb: zipLimits.bytes / 1e6 })

const tooManyCells = (title: string) =>
  new AppError('exportTooManyCells', { title, most: cellsMost.toLocaleString('en') })

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
