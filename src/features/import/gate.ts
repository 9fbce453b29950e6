import { fail } from '#src/core/errors.ts'

// Source: security rules 3, Requests; the global number is ours: each takes a thread and up to 512 MB.
const mostOfPerson = 2
const mostInAll = 4

const inside = new Map<number, number>()

/**
 * Lets a person begin an import, of which only so many run at once. Gives what ends it; ending twice does nothing.
 *
 * @throws {AppError} tooManyRequests
 */
export function enterImport(uid: number): () => void {
  const own = inside.get(uid) ?? 0
  const all = [...inside.values()].reduce((sum, one) => sum + one, 0)
  if (own >= mostOfPerson || all >= mostInAll) fail('tooManyRequests')
  inside.set(uid, own + 1)
  let left = false
  return () => {
    if (left) return
    left = true
    const now = (inside.get(uid) ?? 1) - 1
    if (now === 0) inside.delete(uid)
    else inside.set(uid, now)
  }
}
