import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { BcryptWorkerData } from './bcrypt-worker.ts'
import { workerPath } from './worker-entry.ts'
import { workerLimits } from './worker-limits.ts'

// Passwords of accounts that come from ShowDoc. Until its owner signs in for the first time, an account has the hash
// that ShowDoc stored: one of bcrypt, or one of MD5 with the texts below. An MD5 hash is never stored as it is, since it
// can be guessed in seconds: it is hashed once more with argon2id. Source: reference, formats-and-data 8.3.

const addition = '576hbgh6'
const prefix = 'showdoc$'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const showdocHash = (password: string, salt: string): string =>
  md5(Buffer.from(md5(password)).toString('base64') + addition + salt)

/** A hash that ShowDoc stored, as it is to be stored here. */
type FormerHash = { stored: string } | { md5: string; salt: string }

/** Returns which kind of hash ShowDoc stored; undefined for none that a password could match. */
export function parseFormerHash(password: string, salt: string): FormerHash | undefined {
  if (/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(password)) return { stored: password }
  if (/^[0-9a-f]{32}$/i.test(password) && /^[0-9a-zA-Z]{0,64}$/.test(salt)) return { md5: password.toLowerCase(), salt }
  return undefined
}

/** Returns the stored form of an MD5 hash of ShowDoc. @param argon2id the argon2id hash of its hexadecimal text */
export const wrappedHash = (salt: string, argon2id: string): string => `${prefix}${salt}$${argon2id}`

/** Whether a stored hash is one of ShowDoc: it is replaced when its owner has signed in. */
export const isFormerHash = (hash: string): boolean => hash.startsWith(prefix) || hash.startsWith('$2')

/** Whether an MD5 hash of ShowDoc is that of the password which each new ShowDoc has. */
export const isInitialPassword = ({ md5: hash, salt }: { md5: string; salt: string }): boolean =>
  showdocHash('123456', salt) === hash

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Returns what ShowDoc may have hashed for a typed password: old releases escaped it first, in two ways. */
const formsOf = (password: string): string[] => [
  ...new Set([password, escape(password), escape(password).replaceAll("'", '&#039;')]),
]

/**
 * Whether `password` has a hash of ShowDoc.
 *
 * @param verifyArgon2 compares a text with an argon2id hash
 */
export async function verifyFormerPassword(
  hash: string,
  password: string,
  verifyArgon2: (argon2id: string, text: string) => Promise<boolean>,
): Promise<boolean> {
  if (!hash.startsWith(prefix)) return compareBcrypt(hash, password)
  const at = hash.indexOf('$', prefix.length)
  const salt = hash.slice(prefix.length, at)
  for (const form of formsOf(password)) if (await verifyArgon2(hash.slice(at + 1), showdocHash(form, salt))) return true
  return false
}

/** Compares in a worker thread: bcrypt takes a tenth of a second, which everyone else would wait. */
function compareBcrypt(hash: string, password: string): Promise<boolean> {
  const workerData: BcryptWorkerData = { docsteadWorker: 'bcrypt', hash, password }
  const entry = workerPath('bcrypt-worker', () => new URL('./bcrypt-worker.ts', import.meta.url))
  const worker = new Worker(entry, {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: workerLimits(64),
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the bcrypt worker ended with ${code} before its result`)))
  })
}
