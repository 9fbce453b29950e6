import { trimName } from '#shared/contract/name.ts'
import { fail } from '#src/core/errors.ts'

// Source: reference, api-facts 5.3; letters of any script without case count like Chinese ones.
const usernamePattern = /^[A-Za-z0-9_\-\p{Script=Han}]{2,30}$/u

/** Returns a user name as it is stored. @throws {AppError} usernameBad */
export function parseUsername(typed: string): string {
  const username = typed.trim().normalize('NFC')
  return usernamePattern.test(username) ? username : fail('usernameBad')
}

// Accounts of other systems keep the names they have there. No commas and no spaces: names are sent in lists.
const accountNamePattern = /^[\p{L}\p{N}_.@+-]{2,50}$/u

/** Returns the name of an account that an administrator or another system creates. @throws {AppError} accountNameBad */
export function parseAccountName(typed: string): string {
  const username = trimName(typed).normalize('NFC')
  return accountNamePattern.test(username) ? username : fail('accountNameBad')
}

/** Returns a user name normalized for comparison: nobody can register as `Ann` where there is an `ann`. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

// The first passwords that anyone tries when guessing; a long list would only annoy.
const common = new Set([
  '12345678',
  '123456789',
  '1234567890',
  'password',
  'password1',
  'qwertyui',
  'qwerty123',
  'abcd1234',
  '1q2w3e4r',
  'iloveyou',
])

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]

/** The user name that a password is for, and whether the site requires four kinds of characters. */
interface PasswordFor {
  username: string
  strong: boolean
}

/**
 * Requires an acceptable new password: 8 to 128 characters of any kind. Source: security 3, Passwords.
 *
 * @throws {AppError} passwordTooShort, passwordTooLong, passwordCommon, passwordWeak
 */
export function requireNewPassword(password: string, { username, strong }: PasswordFor): void {
  const length = [...password].length
  if (length < 8) fail('passwordTooShort')
  if (length > 128) fail('passwordTooLong')
  const folded = password.toLowerCase()
  if (common.has(folded) || folded === usernameKey(username) || new Set(folded).size === 1) fail('passwordCommon')
  if (strong && !kinds.every((kind) => kind.test(password))) fail('passwordWeak')
}
