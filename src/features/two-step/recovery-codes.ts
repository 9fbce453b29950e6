import { randomBytes } from 'node:crypto'
import { hashSecret } from '#src/core/secrets.ts'
import { toBase32 } from './totp.ts'

const recoveryCodeCount = 10

/** Returns ten new recovery codes of 80 random bits each, in groups of four letters and digits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    toBase32(randomBytes(10))
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  )

const written = /^[a-z2-7]{16}$/

/**
 * Returns the hash under which a recovery code is stored, however it is typed; undefined for what cannot be one. With
 * 80 random bits a fast hash suffices.
 */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  return written.test(code) ? hashSecret(code) : undefined
}
