import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#src/core/errors.ts'
import { parse } from './parse.ts'
import type { ParseResponse, ParseWorkerData } from './parse-message.ts'

/** Reads one text, which is all that the worker does. */
function respond({ task }: ParseWorkerData): ParseResponse {
  try {
    return { result: parse(task) }
  } catch (error) {
    if (error instanceof AppError) return { failed: error.errorName, values: error.values }
    throw error
  }
}

const data = workerData as ParseWorkerData
if (data.docsteadWorker === 'parse') parentPort?.postMessage(respond(data))
