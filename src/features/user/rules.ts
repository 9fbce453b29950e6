import { fail } from '#src/core/errors.ts'

// Source: reference, api-facts 5.3; letters of any script that has no case count as the Chinese ones do.
const usernamePattern = /^[A-Za-z0-9_\-\p{Script=Han}]{2,30}$/u

/** A user name as it is stored. @throws {AppError} usernameBad */
export function usernameOf(typed: string): string {
  const username = typed.trim().normalize('NFC')
  return usernamePattern.test(username) ? username : fail('usernameBad')
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

/**
 * Requires a password that may be set. Any characters; 8 to 128 of them. Source: security 3, Passwords.
 *
 * @throws {AppError} passwordTooShort, passwordTooLong, passwordCommon
 */
export function requireNewPassword(password: string, username: string): void {
  const length = [...password].length
  if (length < 8) fail('passwordTooShort')
  if (length > 128) fail('passwordTooLong')
  const folded = password.toLowerCase()
  if (common.has(folded) || folded === usernameKey(username) || new Set(folded).size === 1) fail('passwordCommon')
}
