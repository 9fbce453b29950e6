import { hash, randomBytes } from 'node:crypto'
import argon2 from 'argon2'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { isFormerHash, verifyFormerPassword } from './former-passwords.ts'

// argon2id, 19 MiB, two passes. Source: security 3, Passwords.
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// A hash takes 29 ms and 19 MiB; running more than a few at once would let anyone exhaust the memory. Waiting costs
// nothing: a whole company that starts work at nine gets in within seconds. Setting passwords has a limiter of its own:
// setting many must not keep others from signing in.
const checking = new ConcurrencyLimiter(2, 512)
const setting = new ConcurrencyLimiter(1, 128)

/** Returns the argon2id hash of a password. @throws {AppError} tooManyRequests when too many wait */
export const hashPassword = (password: string): Promise<string> => setting.run(() => argon2.hash(password, cost))

// An unknown user's password is compared with this hash, so that it takes as long. Created once and outside the queue:
// a full queue must not make it fail permanently.
let nobody: Promise<string> | undefined

/** Whether `password` has the hash `hash`; without a hash, returns false after the same time. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  nobody ??= argon2.hash(randomBytes(16).toString('hex'), cost)
  const against = hash || (await nobody)
  const fits = await checking.run(() =>
    isFormerHash(against) ? verifyFormerPassword(against, password, argon2.verify) : argon2.verify(against, password),
  )
  return fits && hash !== undefined && hash !== ''
}

/** Creates a new secret of 256 random bits, as hex text. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/** Returns the SHA-256 of a secret, which is what is stored of it. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
