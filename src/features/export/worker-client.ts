import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '#src/core/errors.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { cellsMost } from './docx/chunk-blocks.ts'
import type { ExportParts, ExportWorkerData, ExportWorkerResponse } from './worker-message.ts'
import { zipLimits } from './zip-writer.ts'

/** The time limit of one export in ms, and its memory limit in MB. Source of the memory: security P14. */
const exportWorkerLimits = { timeMs: 300_000, memoryMb: 180 } as const

/**
 * Writes an export in a worker thread, so that no document can block the server. Parts are sent one list at a time,
 * each when the previous one is done: neither side holds more than that.
 *
 * @param parts yields lists until there are none; empty lists are skipped
 * @throws {AppError} exportTooLarge, exportTooManyCells, exportTooSlow when the time or memory limit is exceeded
 */
export async function writeExport(
  file: Omit<ExportWorkerData, 'docsteadWorker'>,
  parts: AsyncIterable<ExportParts>,
  limits: { timeMs: number; memoryMb: number } = exportWorkerLimits,
): Promise<void> {
  const workerData: ExportWorkerData = { docsteadWorker: 'export', ...file }
  const entry = workerPath('export-worker', () => new URL('./export-worker.ts', import.meta.url))
  const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 }
  const worker = new Worker(entry, { workerData, resourceLimits, env: {}, execArgv: [] })
  try {
    await fed(worker, parts[Symbol.asyncIterator](), limits.timeMs)
  } catch (error) {
    await worker.terminate() // else it could still write the file
    await rm(file.path, { force: true })
    throw error
  } finally {
    await worker.terminate()
  }
}

async function nextOf(parts: AsyncIterator<ExportParts>): Promise<ExportParts> {
  for (;;) {
    const { done, value } = await parts.next()
    if (done) return []
    if (value.length > 0) return value
  }
}

function fed(worker: Worker, parts: AsyncIterator<ExportParts>, timeMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new AppError('exportTooSlow'))), timeMs)
    const end = (operation: () => void) => {
      clearTimeout(timer)
      operation()
    }
    worker.on('message', (word: ExportWorkerResponse) => {
      if (word === 'done') end(resolve)
      else if (word === 'tooLarge') end(() => reject(tooLarge()))
      else if (typeof word === 'object') end(() => reject(tooManyCells(word.tooManyCells)))
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
