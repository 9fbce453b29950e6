import type { ErrorName } from '#shared/contract/errors.ts'
import type { MessageValues } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { readSourcePages } from './doc-comment.ts'

/** A text to read: comments of a source file, or SQL. */
export type ParseTask =
  | { kind: 'comments'; content: string; fileName: string }
  | { kind: 'dictionary'; sql: string; item_name: string; scriptLang: Lang }

/** A page for a table. */
interface TablePage {
  page_title: string
  comment: string
  page_content: string
}

/** What the text of each kind describes. */
export interface ParseResults {
  comments: ReturnType<typeof readSourcePages>
  dictionary: { pages: TablePage[]; skipped: { line: number; name: string }[] }
}

/** The data that the worker is started with. */
export interface ParseWorkerData {
  docsteadWorker: 'parse'
  task: ParseTask
}

/** What the worker posts: the result, or the expected failure. */
export type ParseResponse = { result: ParseResults[ParseTask['kind']] } | { failed: ErrorName; values: MessageValues }
