import type { AccountInput } from './atoms.ts'

/** A field of the form. */
export type AccountField = 'username' | 'name' | 'password' | 'groupid'

const boxes: Record<string, AccountField> = {
  accountNameBad: 'username',
  usernameTaken: 'username',
  passwordNeeded: 'password',
  passwordTooShort: 'password',
  passwordTooLong: 'password',
  passwordCommon: 'password',
  passwordWeak: 'password',
  lastAdministrator: 'groupid',
}

/** Returns the field that a server error is about; undefined when it is about none. */
export const getErrorField = (errorName: string): AccountField | undefined => boxes[errorName]

/** Returns the first required field that is empty, and the problem. */
export function findMissingField(
  input: AccountInput,
): { box: AccountField; problem: 'username' | 'password' } | undefined {
  if (input.uid === '' && input.username.trim() === '') return { box: 'username', problem: 'username' }
  if (input.uid === '' && input.password === '') return { box: 'password', problem: 'password' }
  return undefined
}

const characters = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'
const kinds = [characters, 'ABCDEFGHJKLMNPQRSTUVWXYZ', digits, '-_+=']

/**
 * Generates a password of 16 characters that any site accepts: lower and upper case letters, digits and symbols,
 * without look-alikes.
 */
export function generatePassword(random: (below: number) => number): string {
  const pick = (from: string) => from[random(from.length)] ?? ''
  const signs = [...kinds.map(pick), ...Array.from({ length: 12 }, () => pick(characters + digits))]
  for (let at = signs.length - 1; at > 0; at--) {
    const other = random(at + 1)
    ;[signs[at], signs[other]] = [signs[other] ?? '', signs[at] ?? '']
  }
  return signs.join('')
}

/** Returns a random number below `below` from the browser's secure source. */
export function safeRandom(below: number): number {
  const most = Math.floor(0x1_0000_0000 / below) * below
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (value < most) return value % below
  }
}
