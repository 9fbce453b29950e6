import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { saveAtom } from '#web/features/template/atoms.ts'

const own: { template_title: string; template_content: string }[] = []
const template = vi.hoisted(() => ({ getMyList: vi.fn(), save: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { template },
}))

test('a template whose answer was lost is not there twice', async () => {
  const store = createStore()
  template.getMyList.mockImplementation(async () => [...own])
  template.save.mockImplementation(async (made: (typeof own)[number]) => void own.push(made))
  template.save.mockImplementationOnce(async (made: (typeof own)[number]) => {
    own.push(made)
    throw new TypeError('The network is gone.')
  })
  const save = (text: string) => store.set(saveAtom, '0', 'Mine', text)
  await expect(save('Text')).rejects.toThrow()
  await save('Text')
  expect(own).toHaveLength(1)
  await save('Another text')
  expect(own).toHaveLength(2)
})
