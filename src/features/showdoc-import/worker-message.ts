import type { ErrorName } from '#shared/contract/errors.ts'
import type { MessageValues } from '#src/core/errors.ts'
import type { SiteImport } from './import-site.ts'
import type { SiteReport } from './report.ts'

/** What the worker starts with. */
export interface ShowdocWorkerData {
  docsteadWorker: 'showdoc'
  task: SiteImport
  /** Not 0 when the work is not wanted any more. */
  stopped: Int32Array
}

/** A message of the worker. */
export type ShowdocWorkerResponse =
  | { percent: number }
  | { report: SiteReport }
  | { failure: { name: ErrorName; values: MessageValues } }
  | { stopped: true }
  | { bug: string }
