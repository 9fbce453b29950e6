import { fail } from './errors.ts'

/**
 * A door through which only so many of one person's deeds, and so many in all, go at once. Entering gives what ends it;
 * ending twice does nothing. It stands in the memory of one server, which is what it protects.
 *
 * @throws {AppError} tooManyRequests, when entering
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
