import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { CatalogNode } from '#web/features/item/tree/index.ts'
import { renameCatalogAtom } from '#web/features/tree/folders/mutations.ts'

const catalog = vi.hoisted(() => ({ save: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { catalog, item: { info: vi.fn(async () => ({ menu: { pages: [], catalogs: [] } })) } },
}))

const node = { id: '5', key: 'c5', kind: 'catalog', title: 'First' } as CatalogNode
const refusal = new ApiError({ error_code: 10103, error_name: 'noRight', error_message: '', request_id: '' })

/** The names that were sent, and functions that resolve or reject each. */
function watchSaves() {
  const sent: string[] = []
  const answers: PromiseWithResolvers<string>[] = []
  catalog.save.mockImplementation(({ cat_name }: { cat_name: string }) => {
    const answer = Promise.withResolvers<string>()
    sent.push(cat_name)
    answers.push(answer)
    return answer.promise
  })
  return { sent, answers }
}

test('sends two quick renames of a catalog one after the other', async () => {
  const store = createStore()
  const { sent, answers } = watchSaves()
  const renames = ['Second', 'Third'].map((name) => store.set(renameCatalogAtom, '7', node, name))
  await vi.waitFor(() => expect(sent).toEqual(['Second']))
  answers[0]?.resolve('5')
  await vi.waitFor(() => expect(sent).toEqual(['Second', 'Third']))
  answers[1]?.resolve('5')
  await Promise.all(renames)
})

test('sends the next name after the server rejects one', async () => {
  const store = createStore()
  const { sent, answers } = watchSaves()
  const [first, second] = ['Bad', 'Good'].map((name) => store.set(renameCatalogAtom, '7', node, name))
  await vi.waitFor(() => expect(sent).toEqual(['Bad']))
  answers[0]?.reject(refusal)
  await expect(first).rejects.toBe(refusal)
  await vi.waitFor(() => expect(sent).toEqual(['Bad', 'Good']))
  answers[1]?.resolve('5')
  await second
})
