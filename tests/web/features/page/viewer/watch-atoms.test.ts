import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchAtom, watchersAtom } from '#web/features/page/viewer/watch-atoms.ts'

const calls = vi.hoisted(() => ({ info: vi.fn(), getPageList: vi.fn(), savePage: vi.fn(), deletePage: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<object>()),
  api: { user: { info: calls.info }, subscription: calls },
}))

beforeEach(() => vi.resetAllMocks())

test('the last of watching and unwatching a page in quick succession counts', async () => {
  const store = createStore()
  calls.info.mockResolvedValue(null)
  calls.getPageList.mockResolvedValue([])
  const watchers = store.get(watchersAtom).of('5')
  store.sub(watchers, () => undefined)
  await vi.waitFor(() => expect(store.get(watchers)).toBeDefined())
  const first = Promise.withResolvers<object>()
  calls.savePage.mockReturnValueOnce(first.promise)
  calls.deletePage.mockResolvedValue([])
  const deeds = [store.set(watchAtom, '5', '9', true), store.set(watchAtom, '5', '9', false)]
  await new Promise((done) => setTimeout(done))
  expect(calls.deletePage).not.toHaveBeenCalled()
  first.reject(new Error('no'))
  await expect(deeds[0]).rejects.toThrow('no')
  await deeds[1]
  expect(store.get(watchers)).toMatchObject({ value: [] })
  expect(calls.deletePage).toHaveBeenCalledTimes(1)
})
