import { setTimeout as delay } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import { isLocked } from './errors.ts'
import type { Connection } from './kysely-connection.ts'

/**
 * How many grouped transactions share one COMMIT at most. A save takes 1 to 2 ms: the first of a group waits 30 ms for
 * the last.
 */
const largestGroup = 16

const retryMs = 10

/**
 * How long a write waits while another process or thread writes, in ms: by default for as long as a large import takes.
 * SQLite's own waiting would stop this thread, and with it everyone who only reads.
 */
export interface WritePatience {
  mostMs: number
}

/** The patience of a server, in ms. */
export const defaultPatienceMs = 120_000

interface Waiter {
  isGrouped: boolean
  admit(): void
}

/** What writes: the writing connection, or what rejects every write. */
export type WritingSide = Pick<Writer, 'runAlone' | 'begin' | 'run' | 'commit' | 'rollback' | 'close'>

/**
 * The writing connection, held by one transaction or one statement at a time, in the order of their requests.
 *
 * Grouped transactions that follow each other directly share one COMMIT (group commit): each is a savepoint of the open
 * transaction, can fail by itself, and ends only when the common COMMIT is on the disk.
 */
export class Writer {
  readonly #connection: Connection
  readonly #wrote: () => void
  readonly #patience: WritePatience
  /** How long SQLite waits for other statements. */
  readonly #timeoutMs: number
  readonly #waiters: Waiter[] = []
  #isHeld = false
  /** The grouped transactions that have done their work and wait for the COMMIT. */
  #group: PromiseWithResolvers<void>[] = []
  /** Whether the holder is a savepoint in the transaction of `#group`. */
  #isSavepoint = false

  /** @param wrote called after each write, whether it succeeded or not */
  constructor(connection: Connection, wrote: () => void, patience: WritePatience = { mostMs: defaultPatienceMs }) {
    this.#connection = connection
    this.#wrote = wrote
    this.#patience = patience
    this.#timeoutMs = connection.sqlite.pragma('busy_timeout', { simple: true }) as number
  }

  /** Runs one statement in a transaction of its own. */
  async runAlone<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    await this.#take(false)
    try {
      return await this.#runWithLock<R>(text, parameters)
    } finally {
      this.#wrote()
      this.#pass()
    }
  }

  /** Begins a transaction, with the write lock. The caller must end it by `commit` or `rollback`. */
  async begin(isGrouped: boolean): Promise<void> {
    await this.#take(isGrouped)
    this.#isSavepoint = this.#group.length > 0
    try {
      if (this.#isSavepoint) this.run('SAVEPOINT member', [])
      else await this.#runWithLock('BEGIN IMMEDIATE', [])
    } catch (error) {
      this.#pass()
      throw error
    }
  }

  /** Runs a statement that takes the write lock, once no other process or thread has it. */
  async #runWithLock<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const endsMs = performance.now() + this.#patience.mostMs
    for (;;) {
      try {
        return this.#runAtOnce<R>(text, parameters)
      } catch (error) {
        if (!isLocked(error) || performance.now() > endsMs) throw error
      }
      await delay(retryMs)
    }
  }

  #runAtOnce<R>(text: string, parameters: readonly unknown[]): QueryResult<R> {
    const timeoutMs = this.#timeoutMs
    this.#connection.run('PRAGMA busy_timeout = 0', [])
    try {
      return this.#connection.run<R>(text, parameters)
    } finally {
      this.#connection.run(`PRAGMA busy_timeout = ${timeoutMs}`, [])
    }
  }

  /** Runs a statement of the transaction. */
  run<R>(text: string, parameters: readonly unknown[]): QueryResult<R> {
    // SQLite ends a transaction by itself when the disk is full. What follows must not be committed without the rest.
    if (!this.#connection.sqlite.inTransaction) throw new Error('the transaction has ended')
    try {
      return this.#connection.run<R>(text, parameters)
    } catch (error) {
      if (!this.#connection.sqlite.inTransaction) this.#rejectGroup(error)
      throw error
    }
  }

  /**
   * Ends the transaction. Returns when its writes are on the disk.
   *
   * @throws {Error} of the COMMIT; nothing of the transaction is written then
   */
  async commit(isGrouped: boolean): Promise<void> {
    try {
      if (!isGrouped) this.run('COMMIT', [])
      else if (this.#isSavepoint) this.run('RELEASE member', [])
    } catch (error) {
      this.rollback()
      throw error
    }
    if (!isGrouped) {
      this.#wrote()
      this.#pass()
      return
    }
    const member = Promise.withResolvers<void>()
    this.#group.push(member)
    this.#pass()
    await member.promise
  }

  /** Ends the transaction, and undoes what of it is not committed. */
  rollback(): void {
    try {
      if (this.#connection.sqlite.inTransaction) {
        this.#connection.run(this.#isSavepoint ? 'ROLLBACK TO member' : 'ROLLBACK', [])
        if (this.#isSavepoint) this.#connection.run('RELEASE member', [])
      }
    } finally {
      this.#wrote()
      this.#pass()
    }
  }

  /** Commits what waits for it, and closes the connection. */
  close(): void {
    this.#commitGroup()
    this.#connection.sqlite.close()
  }

  async #take(isGrouped: boolean): Promise<void> {
    if (this.#isHeld) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiters.push({ isGrouped, admit: resolve })
      return promise
    }
    this.#isHeld = true
    if (!this.#canJoin(isGrouped)) this.#commitGroup()
  }

  #canJoin(isGrouped: boolean): boolean {
    return isGrouped && this.#group.length < largestGroup
  }

  /** Gives the connection to the next waiter. */
  #pass(): void {
    const next = this.#waiters.shift()
    if (next) {
      if (!this.#canJoin(next.isGrouped)) this.#commitGroup()
      next.admit()
      return
    }
    this.#isHeld = false
    if (this.#group.length === 0) return
    // Requests that have already arrived join; the event loop hands them out before it comes to this.
    setImmediate(() => {
      if (!this.#isHeld) this.#commitGroup()
    })
  }

  #commitGroup(): void {
    if (this.#group.length === 0) return
    try {
      this.#connection.run('COMMIT', [])
      for (const member of this.#group.splice(0)) member.resolve()
    } catch (error) {
      this.#rejectGroup(error)
      if (this.#connection.sqlite.inTransaction) this.#connection.run('ROLLBACK', [])
    } finally {
      this.#wrote()
    }
  }

  #rejectGroup(error: unknown): void {
    for (const member of this.#group.splice(0)) member.reject(error)
  }
}
