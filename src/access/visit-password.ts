import { createHmac, randomBytes } from 'node:crypto'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/limiter.ts'
import { passwordFits } from '#src/core/secrets.ts'
import type { ItemRow } from './item-access.ts'
import { isPublic, visibilityOf } from './visibility.ts'

// 10 guesses for an item and 30 in all from one address in 15 minutes. Source: security P7. From all addresses together an
// item takes 100: many of them do not add up to a search, and one visitor does not lock out the rest.
const guessWindowMs = 15 * 60_000
const guessesPerVisit = 10
const guessesPerItem = 100
const guessesPerAddress = 30

// Old clients send the access password with each call; a good one is remembered for this process, keyed by a secret of
// its own, so that it is hashed with argon2 once. Bounded: the oldest goes first.
const memoryKey = randomBytes(32)
const good = new Set<string>()
const goodKept = 1000

const mark = (item: ItemRow, password: string): string =>
  createHmac('sha256', memoryKey).update(`${item.item_id}:${item.password_version}:${password}`).digest('base64')

/**
 * Whether `password` opens `item`. Each wrong one counts as a guess of its address. An item that is for members only, and
 * one that is not there (`undefined`, asked for as `name`), take as long and count the same: nobody learns which is which.
 *
 * @throws {AppError} tooManyTries
 */
export async function visitPasswordFits(
  app: App,
  ip: string,
  item: ItemRow | undefined,
  password: string,
  name: string | number = item?.item_id ?? '',
): Promise<boolean> {
  if (item && isPublic(item)) return true
  const known = item && mark(item, password)
  if (known !== undefined && good.has(known)) return true
  const network = networkOf(ip)
  const perVisit = `visit-from:${item?.item_id ?? name}:${network}`
  const perItem = `visit-item:${item?.item_id ?? name}`
  const perAddress = `visit:${network}`
  // The address first: one that has used up its tries makes no more keys.
  if (!app.limiter.take(perAddress, guessesPerAddress, guessWindowMs)) fail('tooManyTries')
  if (!app.limiter.take(perVisit, guessesPerVisit, guessWindowMs)) fail('tooManyTries')
  if (!app.limiter.take(perItem, guessesPerItem, guessWindowMs)) fail('tooManyTries')
  const hash = item && visibilityOf(item) === 'password' ? item.password : undefined
  if (!(await passwordFits(hash, password)) || known === undefined) return false
  app.limiter.forgive(perVisit)
  app.limiter.giveBack(perItem)
  app.limiter.giveBack(perAddress)
  if (good.size >= goodKept) good.delete(good.values().next().value ?? '')
  good.add(known)
  return true
}
