import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#src/core/errors.ts'
import { makeJson } from './make.ts'
import { workMost } from './template/work.ts'
import type { MockWorkerAnswer, MockWorkerData } from './worker-message.ts'

/** The worker's whole life: make one answer. */
function answer({ template, now }: MockWorkerData): MockWorkerAnswer {
  try {
    return { json: makeJson(template, { random: Math.random, now: new Date(now), limits: workMost }) }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.errorName, values: error.values }
    throw error
  }
}

const data = workerData as MockWorkerData
if (data.docsteadWorker === 'mock') parentPort?.postMessage(answer(data))
