import type { CliText, CliValues, Lang } from '#src/core/i18n.ts'
import { cliText } from '#src/core/i18n.ts'

/** What happened to a file or page. */
export type FolderAction = 'added' | 'changed' | 'moved' | 'merged' | 'removed' | 'uploaded'

/** What a pull or push did: for people line by line, for programs as a whole. */
interface FolderReport {
  changes: { action: FolderAction; path: string; page_id: number }[]
  problems: { path: string; error_name: string; message: string }[]
  /** Files that are the same on both sides. */
  unchanged: number
  /** Pages whose files were deleted here, and that a push would remove with `--delete`. */
  missing: string[]
}

/** Collects what happens, and passes each line on as it comes. */
export class Reporter {
  readonly report: FolderReport = { changes: [], problems: [], unchanged: 0, missing: [] }
  readonly lang: Lang
  readonly #onChange: (action: FolderAction, path: string) => void
  readonly #onProblem: (path: string, message: string) => void

  constructor(
    lang: Lang,
    on: { change(action: FolderAction, path: string): void; problem(path: string, message: string): void },
  ) {
    this.lang = lang
    this.#onChange = on.change
    this.#onProblem = on.problem
  }

  change(action: FolderAction, path: string, page_id = 0): void {
    this.report.changes.push({ action, path, page_id })
    this.#onChange(action, path)
  }

  problem(path: string, text: CliText, values: CliValues = {}): void {
    this.failure(path, text, cliText(this.lang, text, values))
  }

  /** Adds an error of the site, by its name and message. */
  failure(path: string, error_name: string, message: string): void {
    this.report.problems.push({ path, error_name, message })
    this.#onProblem(path, message)
  }

  count(action: FolderAction): number {
    return this.report.changes.filter((one) => one.action === action).length
  }
}
