import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { recycleAtom, restoreAtom } from '#web/features/item/recycle-bin/atoms.ts'
import type { RecycledEntry } from '#web/features/item/recycle-bin/entries.ts'

const recycle = vi.hoisted(() => ({
  getList: vi.fn(),
  getCatalogList: vi.fn(async () => []),
  recover: vi.fn(),
  recoverCatalog: vi.fn(),
}))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { recycle },
}))

const refusal = (error_name: 'offline' | 'recycleGone', error_code: number) =>
  new ApiError({ error_code, error_name, error_message: '', request_id: '' })

const entry = (kind: RecycledEntry['kind'], id: string): RecycledEntry => ({
  key: `${kind}${id}`,
  kind,
  id,
  name: 'One',
  path: '',
  isCatalogGone: false,
  page_count: 0,
  by: '',
  del_time: '1',
  days_left: 30,
})

test('retries a restore after an outage and skips what is already restored', async () => {
  const store = createStore()
  const restore = () => store.set(restoreAtom, '7', [entry('page', '3'), entry('catalog', '2')], 0)
  recycle.recover.mockRejectedValueOnce(refusal('offline', -1))
  await expect(restore()).rejects.toMatchObject({ errorName: 'offline' })
  recycle.recoverCatalog.mockRejectedValueOnce(refusal('recycleGone', 10101))
  await restore()
  expect(recycle.recover).toHaveBeenCalledTimes(2)
})

test('keeps showing the recycle bin when it cannot be reloaded', async () => {
  const store = createStore()
  const bin = recycleAtom('7')
  recycle.getList.mockResolvedValueOnce([
    {
      page_id: '3',
      page_title: 'One',
      cat_name: '',
      is_cat_del: 0,
      del_time: '1',
      days_left: 30,
      del_by_username: 'mo',
    },
  ])
  await store.set(bin)
  recycle.getList.mockRejectedValueOnce(refusal('offline', -1))
  await store.set(bin)
  expect(store.get(bin)).toMatchObject({ value: [{ key: 'page3' }] })
})
