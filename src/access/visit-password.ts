import { createHmac, randomBytes } from 'node:crypto'
import type { App } from '#src/core/app.ts'
import { networkOf, type RateLimit } from '#src/core/rate-limiter.ts'
import { verifyPassword } from '#src/core/secrets.ts'
import type { ItemRow } from './item-access.ts'
import { isPublic, visibilityOf } from './visibility.ts'

// Limits for wrong guesses in 15 minutes: 10 at an item and 30 in all from one address (source: security P7); 100 at an
// item from all addresses together (source: NIST SP 800-63B 5.2.2, failed attempts at one account). A single address
// cannot lock out others, and many addresses together cannot search for the password.
const windowMs = 15 * 60_000
const mostOfVisitor = 10
const mostOfAddress = 30
const mostOfItem = 100

// Visits are remembered in this process only, under keyed hashes that only it can compute. Bounded: the oldest is
// dropped first.
const memoryKey = randomBytes(32)
const remembered = 10_000

class Memory {
  readonly #marks = new Set<string>()

  has = (mark: string): boolean => this.#marks.has(mark)

  add(mark: string): void {
    if (this.#marks.size >= remembered) this.#marks.delete(this.#marks.values().next().value ?? '')
    this.#marks.add(mark)
  }
}

// Old clients send the access password with each call, so a correct one is hashed with argon2 only once.
const good = new Memory()
// Passwords that clients keep sending after a change: the same one, sent by a whole office, counts as one guess.
const wrong = new Memory()
// Networks from which a correct password was sent. Guesses of others do not lock them out.
const visited = new Memory()

const markOf = (place: string, text: string): string =>
  createHmac('sha256', memoryKey).update(`${place}:${text}`).digest('base64')

const addressKey = (ip: string): string => `visit:${networkOf(ip)}`

/** Returns how many access passwords from an address were wrong in the last 15 minutes. */
export const failedVisits = (app: App, ip: string): number => app.limiter.failures(addressKey(ip), windowMs)

/** An access password that comes with a request, with its context. */
interface GivenPassword {
  ip: string
  password: string
  /** The requested id or address when no such item exists. */
  name?: string | number
  /** Whether a client sends it automatically with each call, so that nobody has typed it. */
  isSentAlong: boolean
}

/**
 * Whether an access password opens `item`. Each wrong one counts as a guess from its address. An item for members only
 * and one that does not exist (`undefined`) take as long and count the same, so that nobody can distinguish them.
 *
 * @throws {AppError} tooManyTries
 */
export async function verifyVisitPassword(app: App, item: ItemRow | undefined, given: GivenPassword): Promise<boolean> {
  const { ip, password, isSentAlong } = given
  if (item && isPublic(item)) return true
  const network = networkOf(ip)
  const name = item?.item_id ?? given.name ?? ''
  const place = `${name}:${item?.password_version ?? 0}`
  const mark = markOf(place, `password ${password}`)
  if (isSentAlong && wrong.has(mark)) return false
  const visit = markOf(place, `network ${network}`)
  const limits: RateLimit[] = [
    { key: addressKey(ip), most: mostOfAddress, windowMs },
    { key: `visit-from:${name}:${network}`, most: mostOfVisitor, windowMs },
  ]
  if (!visited.has(visit)) limits.push({ key: `visit-item:${name}`, most: mostOfItem, windowMs })
  const hash = item && visibilityOf(item) === 'password' ? item.password : undefined
  const fits = await app.limiter.attempt(limits, async () => good.has(mark) || (await verifyPassword(hash, password)))
  if (!fits) wrong.add(mark)
  else {
    good.add(mark)
    visited.add(visit)
  }
  return fits
}
