import { type ErrorName, errorCodes } from '#shared/contract/errors.ts'

/** Values that are interpolated into a message: `{{name}} is editing this page`. */
export type MessageValues = Record<string, string | number>

/** An expected failure: a request cannot be fulfilled, and the message of its name says why and what to do. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly values: MessageValues

  constructor(errorName: ErrorName, values: MessageValues = {}) {
    super(errorName)
    this.name = 'AppError'
    this.errorName = errorName
    this.values = values
  }

  /** The code that clients know. */
  get code(): number {
    return errorCodes[this.errorName]
  }
}

/** Throws the expected failure `errorName`. It never returns, so `?? fail(...)` narrows. */
export function fail(errorName: ErrorName, values: MessageValues = {}): never {
  throw new AppError(errorName, values)
}

/** Returns the name of an expected failure that was stored; `internal` when this version does not know it. */
export const errorNameOf = (name: string): ErrorName =>
  Object.hasOwn(errorCodes, name) ? (name as ErrorName) : 'internal'
