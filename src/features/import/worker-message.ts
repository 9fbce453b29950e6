import type { Lang } from '#src/core/i18n.ts'
import type { ImportErrorReason, ImportErrorValues } from './import-error.ts'
import type { ImportPlan } from './plan-types.ts'

/**
 * The data that the worker is started with. `docsteadWorker` is the convention by which each worker recognizes its own
 * data.
 */
export interface ImportWorkerData {
  docsteadWorker: 'import'
  name: string
  path: string
  /** Whether to return the texts of the pages; a check does without them. */
  withTexts: boolean
  /** The folder for files of the archive; empty when they are not needed. */
  filesFolder: string
  forApiClient: boolean
  lang: Lang
  /** The hosts of the site itself, as `countInsecureImages` takes them. */
  ownHosts?: readonly string[] | undefined
  /** The format that the person chose; undefined to detect it. */
  format?: string | undefined
  /** Whether the target is a spreadsheet item. */
  intoSheets?: boolean | undefined
  /** The catalogs that the pages of an API description go into. */
  under?: readonly string[] | undefined
  /** Which hosts files may be fetched from that a description refers to; undefined to fetch none. */
  outbound?: { allow: readonly string[] } | undefined
  /** Set for an API description that is synchronised: it is compared with the former one. */
  synchronised?: Synchronised | undefined
}

/** What the next state of an API description is compared with. */
export interface Synchronised {
  /** The former description as raw deflate; undefined for the first time. */
  former: Uint8Array | undefined
  /** The day of the comparison, `2026-11-26`: a sunset date may be past. */
  today: string
}

/** The only message that the worker sends. Anything else that happens to it is a bug, and thrown as one. */
export type ImportWorkerResponse =
  | { plan: ImportPlan }
  | { refused: ImportErrorReason; detail: string | undefined; values: ImportErrorValues }
