import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  scryptSync,
  sign,
} from 'node:crypto'

/*
 * Writes minisign's signatures; `src/features/update/minisign.ts` describes and verifies them.
 *
 * A secret key file of minisign has, in base64 on its second line:
 *   'Ed' | 'Sc' with a password, otherwise zeros | 'B2' | salt, 32 bytes | opslimit, 8 | memlimit, 8 |
 *   key number, 8 | seed, 32 | public key, 32 | checksum, 32
 * With a password, everything from the key number on is combined by XOR with scrypt's output of the same length.
 */

/** A key that signs releases. */
export interface SigningKey {
  /** Identifies it in signatures: 8 bytes. */
  number: Buffer
  key: KeyObject
}

// The fixed beginning of an Ed25519 seed in the form that node:crypto reads. Source: RFC 8410, section 7.
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')

const keyOfSeed = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })

const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)

/** Returns scrypt's parameters for libsodium's limits. Source: libsodium, pickparams in crypto_scrypt-common.c. */
function scryptOptions(opslimit: number, memlimit: number) {
  const r = 8
  const ops = Math.max(opslimit, 32_768)
  const isBoundByTime = ops < memlimit / 32
  const most = isBoundByTime ? ops / (r * 4) : memlimit / (r * 128)
  let log = 1
  while (log < 63 && 2 ** log <= most / 2) log++
  const p = isBoundByTime ? 1 : Math.floor(Math.min(ops / 4 / 2 ** log, 0x3fffffff) / r)
  return { N: 2 ** log, r, p, maxmem: 2 * memlimit + 64_000_000 }
}

/**
 * Reads a signing key: a secret key file of minisign, or an Ed25519 private key in PEM form. The number of a PEM key is
 * the beginning of its public key's SHA-256.
 *
 * @param password of a minisign key that has one
 * @throws {Error} when it is neither, or the password is wrong
 */
export function readSigningKey(text: string, password = ''): SigningKey {
  if (text.includes('-----BEGIN')) {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key')
    return { number: createHash('sha256').update(publicBytes(key)).digest().subarray(0, 8), key }
  }
  const bytes = Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64')
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('the key is neither a minisign secret key nor PEM')
  const secret = Buffer.from(bytes.subarray(54))
  if (bytes.toString('latin1', 2, 4) === 'Sc') {
    const limits = [38, 46].map((at) => Number(bytes.readBigUInt64LE(at))) as [number, number]
    const mask = scryptSync(password, bytes.subarray(6, 38), secret.length, scryptOptions(...limits))
    for (const [at, byte] of mask.entries()) secret[at] = (secret[at] ?? 0) ^ byte
  }
  const number = secret.subarray(0, 8)
  const key = keyOfSeed(secret.subarray(8, 40))
  if (!publicBytes(key).equals(secret.subarray(40, 72)))
    throw new Error('the password of the signing key is wrong, or the key is damaged')
  return { number, key }
}

/** Makes a new signing key, for tests. */
export const newSigningKey = (): SigningKey => ({ number: randomBytes(8), key: keyOfSeed(randomBytes(32)) })

/** Returns the public key as the builds get it: the second line of a `.pub` file. */
export const publicLine = ({ number, key }: SigningKey): string =>
  Buffer.concat([Buffer.from('Ed'), number, publicBytes(key)]).toString('base64')

/** Returns the `.minisig` file of `content`. `comment` is part of what is signed; one line. */
export function signContent(content: Buffer, { number, key }: SigningKey, comment: string): string {
  const signature = sign(null, createHash('blake2b512').update(content).digest(), key)
  const tail = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const head = Buffer.concat([Buffer.from('ED'), number, signature])
  return [
    'untrusted comment: signature of a Docstead release',
    head.toString('base64'),
    `trusted comment: ${comment}`,
    tail.toString('base64'),
    '',
  ].join('\n')
}
