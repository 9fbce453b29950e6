import { isInitialPassword, parseFormerHash, wrappedHash } from '#src/core/former-passwords.ts'
import { hashPassword, verifyPassword } from '#src/core/secrets.ts'

/** How a user's password is to be stored. */
export interface UserPassword {
  /** Whether it is the one that each new ShowDoc has. */
  isInitial: boolean
  /** Whether a password can match. */
  isUsable: boolean
  /** Returns the stored form; empty when no password can match. */
  hash(): Promise<string>
  /** Whether this is what is stored already. */
  isStored(stored: string): Promise<boolean>
}

/** Returns how a password is to be stored that ShowDoc stored as `password` and `salt`. */
export function userPassword(password: string, salt: string): UserPassword {
  const former = parseFormerHash(password, salt)
  if (!former)
    return { isInitial: false, isUsable: false, hash: async () => '', isStored: async (stored) => stored === '' }
  if ('stored' in former)
    return {
      isInitial: false,
      isUsable: true,
      hash: async () => former.stored,
      isStored: async (stored) => stored === former.stored,
    }
  return {
    isInitial: isInitialPassword(former),
    isUsable: true,
    hash: async () => wrappedHash(former.salt, await hashPassword(former.md5)),
    isStored: async (stored) => {
      const prefix = wrappedHash(former.salt, '')
      return stored.startsWith(prefix) && (await verifyPassword(stored.slice(prefix.length), former.md5))
    },
  }
}
