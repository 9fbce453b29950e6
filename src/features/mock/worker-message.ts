import type { ErrorName } from '#shared/contract/errors.ts'
import type { MessageValues } from '#src/core/errors.ts'

/** What the worker receives. */
export interface MockWorkerData {
  docsteadWorker: 'mock'
  template: string
  /** Milliseconds since 1970. */
  now: number
}

/** What the worker returns. */
export type MockWorkerResponse = { json: string } | { refused: ErrorName; values: MessageValues }
