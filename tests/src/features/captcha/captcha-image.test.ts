import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  captchaAlphabet,
  captchaLength,
  captchaSize,
  drawCaptcha,
  newCaptchaText,
} from '#src/features/captcha/captcha-image.ts'

/** The chunks of a PNG by type, after checking each checksum. */
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

/** A seeded random source: the same seed draws the same image. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

test('the image is a small, valid PNG of twice 160 x 56', () => {
  const png = drawCaptcha('AKWSX')
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  const chunks = chunksOf(png)
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  expect(chunks.get('IHDR')?.readUInt32BE(0)).toBe(captchaSize.width)
  expect(chunks.get('IHDR')?.readUInt32BE(4)).toBe(captchaSize.height)
  expect(inflateSync(chunks.get('IDAT') ?? '')).toHaveLength((1 + captchaSize.width / 2) * captchaSize.height)
  expect(png.length).toBeLessThan(12_000)
})

test('each image differs, and all randomness comes from the given source', () => {
  expect(drawCaptcha('AKWSX')).not.toEqual(drawCaptcha('AKWSX'))
  expect(drawCaptcha('AKWSX', seeded(3))).toEqual(drawCaptcha('AKWSX', seeded(3)))
})

test('five of the widest characters fit into the image', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const rows = inflateSync(chunksOf(drawCaptcha('WWWWW', seeded(seed))).get('IDAT') ?? '')
    const edge = Array.from({ length: captchaSize.height }, (_, y) => rows[y * (1 + captchaSize.width / 2) + 1] ?? 0)
    expect(edge.filter((pair) => pair === 0xff).length).toBeLessThan(6) // noise only
  }
})

test('uses five upper-case characters that are hard to confuse', () => {
  expect(captchaAlphabet).not.toMatch(/[IOLQDGVFBJ0-9a-z]/)
  const seen = new Set<string>()
  for (let count = 0; count < 500; count += 1) {
    const letters = newCaptchaText()
    expect(letters).toHaveLength(captchaLength)
    for (const letter of letters) seen.add(letter)
  }
  expect([...seen].toSorted().join('')).toBe([...captchaAlphabet].toSorted().join(''))
})
