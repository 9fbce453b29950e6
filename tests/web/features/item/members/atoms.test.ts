import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  bindTeamAtom,
  changeMemberAtom,
  changeTeamPersonAtom,
  createMembersState,
  createTeamPeopleState,
} from '#web/features/item/members/atoms.ts'
import { bindItemsAtom, createTeamState as ownTeamBook } from '#web/features/teams/atoms.ts'

const calls = vi.hoisted(() => ({ save: vi.fn(), getList: vi.fn() }))
const lists = vi.hoisted(() => ({ getListByTeam: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<object>()),
  api: { member: calls, teamItem: { ...calls, ...lists }, teamItemMember: calls },
}))

type Store = ReturnType<typeof createStore>
const deeds: [string, (store: Store, role: '0' | '1') => Promise<unknown>][] = [
  ['a member', (store, role) => store.set(changeMemberAtom, createMembersState('1'), 'ann', { role, limit: [] })],
  [
    'somebody of a team',
    (store, role) => store.set(changeTeamPersonAtom, createTeamPeopleState('2', '1'), '3', { role, limit: [] }),
  ],
  ['the newcomers of a team', (store, role) => store.set(bindTeamAtom, createMembersState('1'), '2', role)],
  ['the newcomers of an project', (store, role) => store.set(bindItemsAtom, ownTeamBook('2'), ['1'], role)],
]

beforeEach(() => vi.resetAllMocks())

test.each(deeds)('sends two quick role changes of %s in that order', async (_, choose) => {
  const store = createStore()
  const first = Promise.withResolvers<object>()
  calls.save.mockReturnValueOnce(first.promise).mockResolvedValue({})
  calls.getList.mockResolvedValue([])
  lists.getListByTeam.mockResolvedValue([])
  const chosen = [choose(store, '0'), choose(store, '1')]
  await vi.waitFor(() => expect(calls.save).toHaveBeenCalled())
  await new Promise((done) => setTimeout(done))
  expect(calls.save).toHaveBeenCalledTimes(1)
  first.resolve({})
  await Promise.all(chosen)
  expect(calls.save.mock.calls.map(([input]) => input.member_group_id)).toEqual(['0', '1'])
})
