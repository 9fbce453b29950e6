import { createHmac, randomBytes } from 'node:crypto'
import type { App } from '#src/core/app.ts'
import { networkOf, type RateLimit } from '#src/core/rate-limiter.ts'
import { verifyPassword } from '#src/core/secrets.ts'
import type { ItemRow } from './item-access.ts'
import { isPublic, visibilityOf } from './visibility.ts'

// Wrong guesses in 15 minutes: 10 at an item and 30 in all from one address (source: security P7); 100 at an item from all
// addresses together (source: NIST SP 800-63B 5.2.2, failed attempts at one account). One address alone locks out nobody
// else, and many do not add up to a search.
const windowMs = 15 * 60_000
const mostOfVisitor = 10
const mostOfAddress = 30
const mostOfItem = 100

// What is remembered of visits, for this process: marks that only it can make. Bounded: the oldest goes first.
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

// Old clients send the access password with each call: a good one is hashed with argon2 once.
const good = new Memory()
// Passwords that clients go on sending after they have been changed: one of them, from a whole office, is one guess.
const wrong = new Memory()
// Networks that a good password has come from. Guesses of others do not lock them out.
const visited = new Memory()

const markOf = (place: string, text: string): string =>
  createHmac('sha256', memoryKey).update(`${place}:${text}`).digest('base64')

const addressKey = (ip: string): string => `visit:${networkOf(ip)}`

/** How many access passwords from an address were wrong in the last 15 minutes. */
export const failedVisits = (app: App, ip: string): number => app.limiter.failures(addressKey(ip), windowMs)

/** An access password that comes with a request, and what for. */
export interface GivenPassword {
  ip: string
  password: string
  /** What was asked for where there is no such item, by any name. */
  name?: string | number
  /** Whether a client sends it along with its calls, the same one again and again, and nobody has typed it. */
  isSentAlong: boolean
}

/**
 * Whether an access password opens `item`. Each wrong one counts as a guess of its address. An item that is for members
 * only, and one that is not there (`undefined`), take as long and count the same: nobody learns which is which.
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
