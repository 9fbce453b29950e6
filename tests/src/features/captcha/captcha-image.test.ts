import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  captchaAlphabet,
  captchaLength,
  captchaSize,
  drawCaptcha,
  newCaptchaText,
} from '#src/features/captcha/captcha-image.ts'

/** The chunks of a PNG by type, each with its checksum proved. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4))
    at += 12 + length
  }
  return chunks
}

/** A chance that repeats: the same seed draws the same picture. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

test('the picture is a sound PNG of twice 160 x 56, and small', () => {
  const png = drawCaptcha('AKWSX')
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  const chunks = chunksOf(png)
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  expect(chunks.get('IHDR')?.readUInt32BE(0)).toBe(captchaSize.width)
  expect(chunks.get('IHDR')?.readUInt32BE(4)).toBe(captchaSize.height)
  expect(inflateSync(chunks.get('IDAT') ?? '')).toHaveLength((1 + captchaSize.width / 2) * captchaSize.height)
  expect(png.length).toBeLessThan(12_000)
})

test('each picture is another, and all chance in it comes from the given source', () => {
  expect(drawCaptcha('AKWSX')).not.toEqual(drawCaptcha('AKWSX'))
  expect(drawCaptcha('AKWSX', seeded(3))).toEqual(drawCaptcha('AKWSX', seeded(3)))
})

test('five of the widest letters stay within the picture', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const rows = inflateSync(chunksOf(drawCaptcha('WWWWW', seeded(seed))).get('IDAT') ?? '')
    const edge = Array.from({ length: captchaSize.height }, (_, y) => rows[y * (1 + captchaSize.width / 2) + 1] ?? 0)
    expect(edge.filter((pair) => pair === 0xff).length).toBeLessThan(6) // speckles only
  }
})

test('letters: five, upper case, none that is taken for another', () => {
  expect(captchaAlphabet).not.toMatch(/[IOLQDGVFBJ0-9a-z]/)
  const seen = new Set<string>()
  for (let count = 0; count < 500; count += 1) {
    const letters = newCaptchaText()
    expect(letters).toHaveLength(captchaLength)
    for (const letter of letters) seen.add(letter)
  }
  expect([...seen].toSorted().join('')).toBe([...captchaAlphabet].toSorted().join(''))
})
