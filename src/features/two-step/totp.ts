import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in base32 (RFC 4648) without padding. */
export function toBase32(bytes: Buffer): string {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + letters[(value << (5 - bits)) & 31] : text
}

/** Decodes what `toBase32` wrote. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let value = 0
  let bits = 0
  for (const letter of text) {
    value = (value << 5) | letters.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

/** How long a code lasts, in seconds. Source: RFC 6238, and what every app expects. */
export const stepSeconds = 30
const digits = 6
// Of the clocks, and of the time that typing takes. Source: RFC 6238, 5.2.
const tolerance = 1

/** Returns a new key of 160 bits, the length of SHA-1, in base32. Source: RFC 4226, 4. */
export const newTotpKey = (): string => toBase32(randomBytes(20))

/** Returns the code of a time step. Source: RFC 4226, 5.3, with SHA-1. */
export function totpCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the time step that a code belongs to, at most one step from now and after `lastStep`; undefined for a code
 * that is wrong, too old or was used already.
 *
 * @param now Unix seconds
 */
export function stepOfCode(base32: string, code: string, now: number, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const key = fromBase32(base32)
  const current = Math.floor(now / stepSeconds)
  let found: number | undefined
  for (let step = current - tolerance; step <= current + tolerance; step++)
    if (timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code)) && step > lastStep) found ??= step
  return found
}

/** Returns the address with which an app takes a key over. Source: the key URI format of Google Authenticator. */
export function totpUri(base32: string, { issuer, username }: { issuer: string; username: string }): string {
  const site = issuer.replaceAll(':', ' ').slice(0, 100)
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(username)}`
  const query = `secret=${base32}&issuer=${encodeURIComponent(site)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?${query}`
}
