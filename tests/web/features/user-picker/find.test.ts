import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { findPeopleAtom, foundPeopleAtom, peopleAtom } from '#web/features/user-picker/atoms.ts'

const calls = vi.hoisted(() => ({ allUser: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({ ...(await original<object>()), api: { user: calls } }))

test('what is found for a former text does not take the place of what is found for this one', async () => {
  const store = createStore()
  const many = Array.from({ length: 1000 }, (_, at) => ({ username: `u${at}`, name: '' }))
  const slow = Promise.withResolvers<object[]>()
  const ann = [{ username: 'ann', name: '' }]
  calls.allUser.mockResolvedValueOnce(many).mockReturnValueOnce(slow.promise).mockResolvedValueOnce(ann)
  store.sub(peopleAtom, () => undefined)
  await vi.waitFor(() => expect(store.get(peopleAtom)).toBeDefined())
  const former = store.set(findPeopleAtom, 'an')
  await store.set(findPeopleAtom, 'ann')
  slow.resolve([{ username: 'anton', name: '' }])
  await former
  expect(store.get(foundPeopleAtom)).toEqual({ text: 'ann', people: ann })
})
