import type { MockLookup } from '#shared/contract/mock.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { countView } from './hit-counter.ts'
import { matchingRow, pathMostBytes } from './path.ts'
import { findMock, findMockByKey, findMockByPath, listOpenPaths } from './queries.ts'
import { renderTemplate } from './render-template.ts'
import { type BudgetLimits, budgetLimits } from './template/budget.ts'
import { renderInWorker } from './worker.ts'

type Row = { id: number; template: string }

async function findByPath(app: App, item_id: number, path: string): Promise<Row | undefined> {
  const exact = await findMockByPath(app.db, item_id, path)
  if (exact) return exact
  const open = matchingRow(await listOpenPaths(app.db, item_id), path)
  return open && findMock(app.db, open.id)
}

/**
 * Finds the requested mock.
 *
 * @throws {AppError} mockPathTooLong; mockKeyGone; mockGone, whatever it is that is missing
 */
async function askedMock(app: App, asked: MockLookup): Promise<Row> {
  if ('unique_key' in asked) return (await findMockByKey(app.db, asked.unique_key)) ?? fail('mockKeyGone')
  const { item_id, path } = asked
  if (Buffer.byteLength(path) > pathMostBytes) fail('mockPathTooLong', { most: pathMostBytes })
  const row = /^[1-9]\d{0,15}$/.test(item_id) ? await findByPath(app, Number(item_id), path) : undefined
  if (!row) return fail('mockGone', { item: item_id.slice(0, 20), path })
  countView(app, row.id)
  return row
}

// What is rendered on the event loop, in a few milliseconds; larger templates are rendered in a worker.
const quick: BudgetLimits = { ...budgetLimits, nodes: 1_000, characters: 100_000 }

/**
 * Renders the response of a mock, as JSON.
 *
 * @throws {AppError} mockGone, mockKeyGone, mockPathTooLong, mockTemplateBad, mockTemplateTooLarge, mockTooLarge,
 *   tooManyRequests
 */
export async function renderMock(app: App, asked: MockLookup): Promise<string> {
  const { template } = await askedMock(app, asked)
  const now = app.now()
  try {
    return renderTemplate(template, { random: Math.random, now, limits: quick })
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'mockTooLarge') return renderInWorker(template, now)
    throw error
  }
}
