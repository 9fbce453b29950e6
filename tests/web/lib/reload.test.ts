import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadPage } from '#web/lib/reload.ts'

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('window', { location: { reload }, addEventListener: () => undefined })
})

afterEach(() => vi.unstubAllGlobals())

const answerWith = (answer: () => Promise<{ status: number }>) => vi.stubGlobal('fetch', vi.fn(answer))

test.each([
  ['the server', 200],
  ['a proxy that leads to its sign-in', 0],
  ['a proxy that requires a sign-in', 401],
])('reloads the page when %s answers', async (_, status) => {
  answerWith(() => Promise.resolve({ status }))
  await reloadPage()
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy has no server', () => Promise.resolve({ status: 502 })],
])('leaves the page as it is when %s', async (_, answer) => {
  answerWith(answer)
  await reloadPage()
  expect(reload).not.toHaveBeenCalled()
})
