import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { addFromTemplateAtom } from '#web/features/page/viewer/add-from-template.ts'
import type { CurrentItem } from '#web/features/page/viewer/current-item.ts'

const calls = vi.hoisted(() => ({ save: vi.fn(), info: vi.fn(), navigate: vi.fn(), path: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<object>()),
  api: { page: { save: calls.save }, item: { info: calls.info }, user: { info: calls.info } },
}))
vi.mock('#web/lib/route.ts', async (original) => ({
  ...(await original<object>()),
  navigate: calls.navigate,
  currentPath: calls.path,
}))

const item = { item_id: '1', ref: 'orders' } as CurrentItem

beforeEach(() => {
  vi.resetAllMocks()
  calls.info.mockResolvedValue({})
})

test.each([
  ['leads into its editor whoever waited for it', '/orders/5', 1],
  ['leaves whoever has gone to another page there', '/garden/9', 0],
])('a page created from a template %s', async (_, later, times) => {
  const made = Promise.withResolvers<object>()
  calls.save.mockReturnValueOnce(made.promise)
  calls.path.mockReturnValue('/orders/5')
  const done = createStore().set(addFromTemplateAtom, item, 'text')
  calls.path.mockReturnValue(later)
  made.resolve({ page_id: 7 })
  await done
  expect(calls.navigate).toHaveBeenCalledTimes(times)
})
