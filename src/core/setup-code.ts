import { randomInt, timingSafeEqual } from 'node:crypto'

// Without look-alikes, so that it can be read from one screen and typed on another: 12 of 30 characters are 58 bits.
const characters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 12

/**
 * The one-time code that the first start prints: anyone who can read the log may create the first administrator. It is
 * kept in memory only; each start without an administrator creates a new one.
 */
export class SetupCode {
  #code: string | undefined

  /** Creates the code, in groups of four. */
  make(): string {
    const plain = Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
    this.#code = plain
    return plain.replaceAll(/.{4}(?=.)/g, '$&-')
  }

  /** Whether `typed` is the code, regardless of case and dashes. */
  matches(typed: string): boolean {
    if (this.#code === undefined) return false
    const given = Buffer.from(typed.toUpperCase().replaceAll(/[\s-]/g, ''))
    const code = Buffer.from(this.#code)
    return given.length === code.length && timingSafeEqual(given, code)
  }

  /** Invalidates the code once there is an administrator. */
  end(): void {
    this.#code = undefined
  }
}
