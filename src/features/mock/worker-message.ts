import type { ErrorName } from '#contract/errors.ts'
import type { MessageValues } from '#src/core/errors.ts'

/** What the thread is given. */
export interface MockWorkerData {
  docsteadWorker: 'mock'
  template: string
  /** Milliseconds since 1970. */
  now: number
}

/** What it gives back. */
export type MockWorkerResponse = { json: string } | { refused: ErrorName; values: MessageValues }
