import type { Lang } from '#src/core/i18n.ts'
import type { ImportErrorReason, ImportErrorValues } from './import-error.ts'
import type { ImportPlan } from './plan-types.ts'

/** What the worker is started with. `docsteadWorker` is the convention by which each worker knows its own start. */
export interface ImportWorkerData {
  docsteadWorker: 'import'
  name: string
  path: string
  /** Whether the texts of the pages come along; a check does without them. */
  withTexts: boolean
  /** Where files that come along are put; empty when they are not wanted. */
  filesFolder: string
  forApiClient: boolean
  lang: Lang
  /** The hosts of the site itself, as `httpPictures` takes them. */
  ownHosts?: readonly string[] | undefined
}

/** The one message that the worker sends. Anything else that happens to it is a bug, and thrown as one. */
export type ImportWorkerResponse =
  | { plan: ImportPlan }
  | { refused: ImportErrorReason; detail: string | undefined; values: ImportErrorValues }
