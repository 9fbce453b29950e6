import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readImport } from './plan.ts'
import { ImportRefused } from './refused.ts'
import type { ImportWorkerAnswer, ImportWorkerData } from './worker-message.ts'

/** The worker's whole life: read one file, answer once. */
function answer(file: ImportWorkerData): ImportWorkerAnswer {
  try {
    return { plan: readImport({ name: file.name, bytes: readFileSync(file.path) }) }
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.reason, detail: error.detail }
    throw error
  }
}

const data = workerData as ImportWorkerData
if (data.docsteadWorker === 'import') parentPort?.postMessage(answer(data))
