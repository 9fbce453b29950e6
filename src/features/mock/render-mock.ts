import { Worker } from 'node:worker_threads'
import type { MockLookup } from '#shared/contract/mock.ts'
import type { App } from '#src/core/app.ts'
import { ConcurrencyLimiter } from '#src/core/concurrency-limiter.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { workerPath } from '#src/core/worker-entry.ts'
import { workerLimits } from '#src/core/worker-limits.ts'
import { countView } from './hit-counter.ts'
import { matchingRow, pathMostBytes } from './path.ts'
import { findMock, findMockByKey, findMockByPath, listOpenPaths } from './queries.ts'
import { renderTemplate } from './render-template.ts'
import { type BudgetLimits, budgetLimits, tooLarge } from './template/budget.ts'
import type { MockWorkerData, MockWorkerResponse } from './worker-message.ts'

type Row = { id: number; template: string }

/** Returns the template that answers at a path of an item. */
export async function findTemplate(app: App, item_id: number, path: string): Promise<Row | undefined> {
  const exact = await findMockByPath(app.db, item_id, path)
  if (exact) return exact
  const open = matchingRow(await listOpenPaths(app.db, item_id), path)
  return open && findMock(app.db, open.id)
}

// What is rendered on the event loop, in a few milliseconds; larger templates are rendered in a worker.
const quick: BudgetLimits = { ...budgetLimits, nodes: 1_000, characters: 100_000 }

// A large response takes a second of a processor: one at a time, for all callers.
const lane = new ConcurrencyLimiter(1, 20)
const timeMs = 10_000
const memoryMb = 256

/** Renders a large template in a worker. @throws {AppError} mockTooLarge, tooManyRequests */
function renderInWorker(template: string, now: Date): Promise<string> {
  return lane.run(async () => {
    const workerData: MockWorkerData = { docsteadWorker: 'mock', template, now: now.getTime() }
    const entry = workerPath('mock-worker', () => new URL('./mock-worker.ts', import.meta.url))
    const resourceLimits = workerLimits(memoryMb)
    const worker = new Worker(entry, { workerData, resourceLimits, env: {}, execArgv: [] })
    try {
      const answer = await answerOf(worker)
      if ('json' in answer) return answer.json
      throw new AppError(answer.refused, answer.values)
    } finally {
      await worker.terminate()
    }
  })
}

function answerOf(worker: Worker): Promise<MockWorkerResponse> {
  return new Promise<MockWorkerResponse>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLarge()), timeMs)
    worker.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The mock worker ended with ${code}, without an answer`))
    })
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    )
  })
}

/** @throws {AppError} mockTemplateBad, mockTemplateTooLarge, mockTooLarge, tooManyRequests */
async function render(app: App, template: string): Promise<string> {
  const now = app.now()
  try {
    return renderTemplate(template, { random: Math.random, now, limits: quick })
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'mockTooLarge') return renderInWorker(template, now)
    throw error
  }
}

/**
 * Renders the response of a template, as JSON; undefined when no template answers at the path.
 *
 * @throws {AppError} mockKeyGone, mockPathTooLong, mockTemplateBad, mockTemplateTooLarge, mockTooLarge, tooManyRequests
 */
export async function renderTemplateMock(app: App, lookup: MockLookup): Promise<string | undefined> {
  if ('unique_key' in lookup)
    return render(app, ((await findMockByKey(app.db, lookup.unique_key)) ?? fail('mockKeyGone')).template)
  const { item_id, path } = lookup
  if (Buffer.byteLength(path) > pathMostBytes) fail('mockPathTooLong', { most: pathMostBytes })
  const row = /^[1-9]\d{0,15}$/.test(item_id) ? await findTemplate(app, Number(item_id), path) : undefined
  if (!row) return undefined
  countView(app, row.id)
  return render(app, row.template)
}
