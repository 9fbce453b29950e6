import type { ExportNote } from './worker-message.ts'

/** Writes one export file from its parts, in the worker. */
export interface ExportWriter<P> {
  /** The size of the file so far. */
  readonly sizeBytes: number
  /** What could not be put into the file as it is. */
  readonly notes?: readonly ExportNote[]
  add(part: P): void | Promise<void>
  finish(): void | Promise<void>
}
