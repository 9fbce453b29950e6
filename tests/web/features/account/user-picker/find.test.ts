import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  findPeopleAtom,
  knownPeopleAtom,
  missingNamesAtom,
  peopleAtom,
  resolveNameAtom,
  searchAtom,
} from '#web/features/account/user-picker/atoms.ts'

const calls = vi.hoisted(() => ({ allUser: vi.fn(), getMyAllList: vi.fn(), info: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<object>()),
  api: { user: calls, member: calls },
}))

const ann = { username: 'ann', name: 'Ann Lee' }
const anton = { username: 'anton', name: '' }

beforeEach(() => {
  vi.clearAllMocks()
  calls.info.mockResolvedValue({ uid: '1' })
  calls.getMyAllList.mockResolvedValue([])
})

test('suggests likely people first and searches others while typing, without loading everyone', async () => {
  const store = createStore()
  calls.getMyAllList.mockResolvedValue([ann])
  store.sub(knownPeopleAtom, () => undefined)
  await vi.waitFor(() => expect(store.get(knownPeopleAtom)).toEqual([ann]))
  expect(calls.allUser).not.toHaveBeenCalled()
  await store.set(findPeopleAtom, '')
  await store.set(findPeopleAtom, 'a')
  expect(calls.allUser).not.toHaveBeenCalled()
  calls.allUser.mockResolvedValue([ann, anton])
  await store.set(findPeopleAtom, 'an')
  expect(calls.allUser).toHaveBeenCalledWith({ username: 'an' })
  expect(store.get(peopleAtom)).toEqual([ann, anton])
  await store.set(findPeopleAtom, '王')
  expect(calls.allUser).toHaveBeenCalledWith({ username: '王' })
})

test('the end of a former search does not end the current one', async () => {
  const store = createStore()
  const slow = Promise.withResolvers<object[]>()
  const later = Promise.withResolvers<object[]>()
  calls.allUser.mockReturnValueOnce(slow.promise).mockReturnValueOnce(later.promise)
  const former = store.set(findPeopleAtom, 'an')
  const present = store.set(findPeopleAtom, 'ann')
  slow.resolve([anton])
  await former
  expect(store.get(searchAtom)).toEqual({ text: 'ann', state: 'running' })
  later.resolve([ann])
  await present
  expect(store.get(searchAtom)).toEqual({ text: 'ann', state: 'done' })
})

test('reports a failed search', async () => {
  const store = createStore()
  calls.allUser.mockRejectedValue(new Error('offline'))
  await store.set(findPeopleAtom, 'ann')
  expect(store.get(searchAtom)).toEqual({ text: 'ann', state: 'failed' })
})

test('finds a name by username or by a unique display name, and reports it missing otherwise', async () => {
  const store = createStore()
  calls.allUser.mockResolvedValue([ann, { username: 'ann-lee', name: 'Ann' }])
  expect(await store.set(resolveNameAtom, 'ANN')).toBe('ann')
  expect(await store.set(resolveNameAtom, 'ann lee')).toBe('ann')
  expect(await store.set(resolveNameAtom, 'lee')).toBeUndefined()
  expect(await store.set(resolveNameAtom, 'x')).toBeUndefined()
  expect([...store.get(missingNamesAtom)]).toEqual(['lee', 'x'])
  calls.allUser.mockRejectedValue(new Error('offline'))
  expect(await store.set(resolveNameAtom, 'bob')).toBeUndefined()
  expect(store.get(missingNamesAtom).has('bob')).toBe(false)
})
