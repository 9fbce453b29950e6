import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
}
/** As after loading the page. */
const load = () => import('#web/features/page/feedback/client-id.ts')

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', storage)
})

test('creates no browser id before it is needed', async () => {
  const { clientId, requireClientId } = await load()
  expect(clientId()).toBe('')
  const id = requireClientId()
  expect(id).toMatch(/^[\da-f]{32}$/)
  expect(clientId()).toBe(id)
})

test('stays the same in one browser and differs in another', async () => {
  const id = (await load()).requireClientId()
  vi.resetModules()
  expect((await load()).requireClientId()).toBe(id)
  kept.clear()
  vi.resetModules()
  expect((await load()).requireClientId()).not.toBe(id)
})

test('keeps an id for this visit when the browser stores nothing', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  })
  const { requireClientId } = await load()
  expect(requireClientId()).toBe(requireClientId())
})
