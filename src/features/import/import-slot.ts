import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'

/**
 * Reserves a slot for a user's import. Source of the limit per user: security rules 3, Requests; the global one is
 * ours: each import takes a thread and up to 512 MB.
 *
 * @throws {AppError} tooManyRequests
 */
export const acquireImportSlot = createConcurrencyGuard({ ofPerson: 2, inAll: 4 })
