/** The strength of a password, from 0 (too short) to 4 (very good): length first, then variety. */
type Strength = 0 | 1 | 2 | 3 | 4

/** The minimum length of a password. Source: security rules, passwords. */
const minPasswordLength = 8

/** Estimates the strength of `password`, as a hint while typing; the server decides. */
export function passwordStrength(password: string): Strength {
  const length = [...password].length
  if (length < minPasswordLength) return 0
  const different = new Set(password.toLowerCase()).size
  if (different < 4) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const points = (length >= 12 ? 1 : 0) + (length >= 16 ? 1 : 0) + (kinds >= 2 ? 1 : 0) + (kinds >= 3 ? 1 : 0)
  if (points >= 3) return 4
  if (points === 2) return 3
  return points === 1 ? 2 : 1
}
