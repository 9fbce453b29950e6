import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeApps, createTestApp, type TestApp } from '#tests/support/app.ts'
import { UploadRequest } from '#tests/web/support/upload-request.ts'
import { checkFile, checkImage, uploadImage } from '#web/lib/upload.ts'

let app: TestApp
let item_id: number
let page_id: number

beforeAll(async () => {
  app = await createTestApp({ shared: true })
})
afterAll(() => closeApps({ shared: true }))

class Request extends UploadRequest {
  protected override fetch(address: string, { headers, ...init }: RequestInit) {
    const authorization = `Bearer ${app.token('writer')}`
    return fetch(`${app.url}${address}`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(headers)), authorization },
    })
  }
}

beforeEach(async () => {
  item_id = await app.rows.newItem({ owner: 'writer' })
  page_id = app.rows.newPage(item_id, 'Page', { author: 'writer' })
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '' })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', {})
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => vi.unstubAllGlobals())

const bytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const png = (content: BlobPart = bytes) => new File([content], 'a.png', { type: 'image/png' })
const storedFiles = () => app.rows.all('upload_file').filter((row) => row['item_id'] === item_id)

test('stores an image, and reports what has been sent', async () => {
  const shares: number[] = []
  const url = await uploadImage(png(), { item_id, page_id }, { onSent: (share) => shares.push(share) })
  expect(shares).toEqual([0.5, 1])
  expect(url).toMatch(/sign=/)
  expect(storedFiles()).toHaveLength(1)
})

test('reports the error of the server', async () => {
  const sent = uploadImage(png('no image'), { item_id, page_id }, { onSent: () => undefined })
  await expect(sent).rejects.toMatchObject({ name: 'ApiError', errorName: 'notAnImage' })
  expect(storedFiles()).toEqual([])
})

test('ends with the reason when it is cancelled, and stores nothing', async () => {
  const stop = new AbortController()
  const reason = new Error('cancelled')
  const sent = uploadImage(png(), { item_id, page_id }, { signal: stop.signal, onSent: () => stop.abort(reason) })
  await expect(sent).rejects.toBe(reason)
  expect(storedFiles()).toEqual([])
})

test('checks files before they are sent', () => {
  expect([0, 4, 5].map((size) => checkFile({ size }, 4))).toEqual(['empty', undefined, 'tooLarge'])
  const max = 4 * 1024 * 1024
  expect(checkImage({ type: 'image/webp', size: max })).toBeUndefined()
  expect(checkImage({ type: 'image/webp', size: max + 1 })).toBe('tooLarge')
  expect(checkImage({ type: 'image/svg+xml', size: 1 })).toBe('notAnImage')
})
