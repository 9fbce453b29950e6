import { trimName } from '#contract/name.ts'
import { fail } from '#src/core/errors.ts'

// Source: reference, api-facts 5.3; letters of any script that has no case count as the Chinese ones do.
const usernamePattern = /^[A-Za-z0-9_\-\p{Script=Han}]{2,30}$/u

/** A user name as it is stored. @throws {AppError} usernameBad */
export function parseUsername(typed: string): string {
  const username = typed.trim().normalize('NFC')
  return usernamePattern.test(username) ? username : fail('usernameBad')
}

// Accounts of other systems are called as they are called there. No commas and no blanks: names are sent in lists.
const accountNamePattern = /^[\p{L}\p{N}_.@+-]{2,50}$/u

/** The name of an account that an administrator or another system makes. @throws {AppError} accountNameBad */
export function parseAccountName(typed: string): string {
  const username = trimName(typed).normalize('NFC')
  return accountNamePattern.test(username) ? username : fail('accountNameBad')
}

/** A user name folded for comparison: nobody may come as `Ann` where there is an `ann`. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

// What is tried first by whoever guesses; a long list would only annoy.
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

/** Whose password it is to be, and whether the site asks for four kinds of signs in it. */
export interface PasswordFor {
  username: string
  strong: boolean
}

/**
 * Requires a password that may be set. Any characters; 8 to 128 of them. Source: security 3, Passwords.
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
