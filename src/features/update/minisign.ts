import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { fail } from '#src/core/errors.ts'

/*
 * Signatures in minisign's format, prehashed: https://jedisct1.github.io/minisign/#signature-format
 *
 *   untrusted comment: anything
 *   base64(algorithm 'ED' | key number, 8 bytes | Ed25519 signature of BLAKE2b-512(file), 64 bytes)
 *   trusted comment: text
 *   base64(Ed25519 signature of the signature above and the text, 64 bytes)
 *
 * A public key is base64(algorithm 'Ed' | key number, 8 bytes | key, 32 bytes).
 */

// The fixed beginning of an Ed25519 key in the form that node:crypto reads. Source: RFC 8410, section 4.
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex')

interface PublicKey {
  number: Buffer
  key: KeyObject
}

/**
 * Reads a public key: its line, or the whole `.pub` file. Returns undefined when it is none.
 */
export function parsePublicKey(text: string): PublicKey | undefined {
  const line = text.trim().split('\n').at(-1)?.trim() ?? ''
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed' || bytes.toString('base64') !== line)
    return undefined
  const key = createPublicKey({ key: Buffer.concat([spkiStart, bytes.subarray(10)]), format: 'der', type: 'spki' })
  return { number: bytes.subarray(2, 10), key }
}

const signatureForm =
  /^untrusted comment: [^\n]*\n([A-Za-z0-9+/]+={0,2})\r?\ntrusted comment: ([^\n]*?)\r?\n([A-Za-z0-9+/]+={0,2})\s*$/

/**
 * Verifies a minisign signature of `content`.
 *
 * @param keys public keys, each as its line
 * @returns the trusted comment
 * @throws {AppError} updateUnsigned when it is no such signature, updateOtherKey when none of the keys made it,
 *   updateDamaged when it does not fit the content
 */
export function verifySignature(content: Buffer, signature: string, keys: readonly string[]): string {
  const [, first = '', comment = '', last = ''] = signatureForm.exec(signature) ?? fail('updateUnsigned')
  const head = Buffer.from(first, 'base64')
  const tail = Buffer.from(last, 'base64')
  if (head.length !== 74 || tail.length !== 64 || head.toString('latin1', 0, 2) !== 'ED') fail('updateUnsigned')
  const number = head.subarray(2, 10)
  const { key } = keys.map(parsePublicKey).find((one) => one?.number.equals(number)) ?? fail('updateOtherKey')
  const signed = head.subarray(10)
  const hash = createHash('blake2b512').update(content).digest()
  const isWhole =
    verify(null, hash, key, signed) && verify(null, Buffer.concat([signed, Buffer.from(comment)]), key, tail)
  if (!isWhole) fail('updateDamaged')
  return comment
}
