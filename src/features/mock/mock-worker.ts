import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#src/core/errors.ts'
import { renderTemplate } from './render-template.ts'
import { budgetLimits } from './template/budget.ts'
import type { MockWorkerData, MockWorkerResponse } from './worker-message.ts'

/** Renders one response, which is all that the worker does. */
function answer({ template, now }: MockWorkerData): MockWorkerResponse {
  try {
    return { json: renderTemplate(template, { random: Math.random, now: new Date(now), limits: budgetLimits }) }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.errorName, values: error.values }
    throw error
  }
}

const data = workerData as MockWorkerData
if (data.docsteadWorker === 'mock') parentPort?.postMessage(answer(data))
