import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
}
/** As after the page was loaded. */
const load = () => import('#web/features/page-feedback/client-id.ts')

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', storage)
})

test('nothing names a browser before it has something to say', async () => {
  const { clientId, requireClientId } = await load()
  expect(clientId()).toBe('')
  const id = requireClientId()
  expect(id).toMatch(/^[\da-f]{32}$/)
  expect(clientId()).toBe(id)
})

test('it stays the same, and is another one in another browser', async () => {
  const id = (await load()).requireClientId()
  vi.resetModules()
  expect((await load()).requireClientId()).toBe(id)
  kept.clear()
  vi.resetModules()
  expect((await load()).requireClientId()).not.toBe(id)
})

test('a browser that keeps nothing has one for this visit', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  })
  const { requireClientId } = await load()
  expect(requireClientId()).toBe(requireClientId())
})
