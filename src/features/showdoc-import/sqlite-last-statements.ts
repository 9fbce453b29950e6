import type { StageWriting } from '#src/db/engine.ts'
import type { SiteReport } from './report.ts'

type Statements = StageWriting['last']

/** Tells open windows that the trees of these items have changed. */
export const touchTrees = (item_ids: readonly number[]): Statements =>
  item_ids.map((item_id) => ['UPDATE main.item SET tree_revision = tree_revision + 1 WHERE item_id = ?', item_id])

/** Takes pages out of the recycle bin. */
export const unbin = (page_ids: readonly number[]): Statements =>
  page_ids.map((page_id) => ['DELETE FROM main.recycle WHERE page_id = ?', page_id])

/** Has none of the imported pages reported as an API that was added. What changed in pages that were there before stays. */
export const withoutAddedApis: Statements[number] = [
  'DELETE FROM main.api_change_queue WHERE page_id > 0 AND page_content IS NULL',
]

/** Marks a job as done, with its report, in the transaction of what it did. */
export const jobDone = (job_id: string, report: SiteReport): Statements[number] => [
  `UPDATE main.job SET state = 'done', done = 100, total = 100, input = ?, end_time = unixepoch()
    WHERE job_id = ? AND state = 'running'`,
  JSON.stringify({ report }),
  job_id,
]
