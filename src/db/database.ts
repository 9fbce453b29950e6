import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The database. Reads use a connection of their own; writes wait for the one that writes. */
export type Db = Kysely<Schema>

declare const inTransaction: unique symbol
/** The database inside `transact`. A function that takes a `Tx` must be part of a larger transaction. */
export type Tx = Db & { readonly [inTransaction]: true }

/** Set while an operation runs inside `transact`. */
export const transactionContext = new AsyncLocalStorage<true>()

/** Set while a transaction begins that may share its COMMIT with others. */
export const groupedCommitContext = new AsyncLocalStorage<true>()

/** The error of a query on the plain handle inside `transact`. */
export const outsideTransactionMessage = 'a query beside the transaction it belongs to: use tx'

/**
 * Runs `operation` in one transaction that takes the write lock immediately. Inside, only `tx` may be used: a query on the
 * plain handle is rejected, because it would not see the transaction's writes. No network, file or mail access inside.
 */
export function transact<T>(db: Db, operation: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => transactionContext.run(true, () => operation(tx as unknown as Tx)))
}

/**
 * As `transact`, for short transactions of which many users wait at once: those that follow each other directly share one
 * COMMIT. Each still fails by itself, and returns only when it is on the disk.
 */
export function transactGrouped<T>(db: Db, operation: (tx: Tx) => Promise<T>): Promise<T> {
  return groupedCommitContext.run(true, () => transact(db, operation))
}
