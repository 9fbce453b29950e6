import { fail } from './errors.ts'

/**
 * Limits how many operations run at once, per user and in total. Acquiring returns the function that releases;
 * releasing twice has no effect. The count is kept in the memory of one server, which is what it protects.
 *
 * @throws {AppError} tooManyRequests, when acquiring
 */
export function createConcurrencyGuard(most: { ofPerson: number; inAll: number }): (uid: number) => () => void {
  const inside = new Map<number, number>()
  return (uid) => {
    const own = inside.get(uid) ?? 0
    const all = inside.values().reduce((sum, one) => sum + one, 0)
    if (own >= most.ofPerson || all >= most.inAll) fail('tooManyRequests')
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
}
