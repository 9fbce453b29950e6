import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const address = 'https://docs.example.com/100'

async function pictureOf(app: TestApp, query: string): Promise<Buffer> {
  const response = await fetch(`${app.url}/api/common/qrcode?${query}`)
  expect(response.headers.get('content-type')).toBe('image/png')
  return Buffer.from(await response.arrayBuffer())
}

test('returns an address as an image of the requested size, without a sign-in', async () => {
  const app = await createTestApp()
  const url = encodeURIComponent(address)
  const usual = await pictureOf(app, `url=${url}`)
  expect(usual.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  expect(usual.readUInt32BE(16)).toBe((29 + 4) * 6)
  const small = await pictureOf(app, `url=${url}&size=3`)
  expect(small.readUInt32BE(16)).toBe((29 + 4) * 3)
  expect(await pictureOf(app, `url=${encodeURIComponent(url)}`)).toEqual(usual)
  expect(await pictureOf(app, `url=${encodeURIComponent(`${address}?a=%41`)}`)).not.toEqual(usual)
})

test('rejects what is not an address, or is too long', async () => {
  const app = await createTestApp()
  const refused = async (query: string) => (await app.call(`common/qrcode?${query}`, {}, { method: 'GET' })).json
  expect(await refused('url=javascript:alert(1)')).toMatchObject({ error_name: 'qrcodeBad' })
  expect(await refused('url=')).toMatchObject({ error_name: 'qrcodeBad' })
  expect(await refused(`url=https://a.example/${'x'.repeat(1000)}`)).toMatchObject({ error_name: 'qrcodeBad' })
  expect(await refused(`url=https://a.example/${'x'.repeat(900)}&size=21`)).toMatchObject({
    error_name: 'badParameter',
  })
  expect(await refused('size=3')).toMatchObject({ error_name: 'badParameter' })
  const dense = await pictureOf(app, `url=https://a.example/${'x'.repeat(900)}&size=20`)
  // larger ones would block others while they are drawn
  expect(dense.readUInt32BE(16)).toBeGreaterThan(1000)
  expect(dense.readUInt32BE(16)).toBeLessThanOrEqual(1200)
})
