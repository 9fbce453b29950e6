import { describe, expect, test } from 'vitest'
import {
  type GrantPath,
  getAccessLevel,
  getEffectiveAccess,
  grantPaths,
  listViewers,
} from '#web/features/item/members/access-overview.ts'

const member = (role: GrantPath['role'], ...limit: number[]): GrantPath => ({ kind: 'member', role, limit })
const team = (team_name: string, role: GrantPath['role'], ...limit: number[]): GrantPath => ({
  kind: 'team',
  team_id: '3',
  team_name,
  role,
  limit,
})
const owner: GrantPath = { kind: 'owner', role: '2', limit: [] }
const open: GrantPath = { kind: 'open', role: '0', limit: [] }

describe('effective access', () => {
  test('sees nothing without any access', () => {
    expect(getEffectiveAccess([])).toBeUndefined()
    expect(getAccessLevel(undefined, 0)).toBe('none')
  })

  test('the owner manages everything, whatever other roles they have', () => {
    const access = getEffectiveAccess([member('0', 5), owner, team('T', '1')])
    expect(access).toMatchObject({ role: '2', limit: undefined, deciding: [owner] })
    expect(getAccessLevel(access, 9)).toBe('edit')
  })

  test('the highest role decides alone', () => {
    const access = getEffectiveAccess([member('0'), team('Backend', '1')])
    expect(access).toMatchObject({ role: '1', limit: undefined })
    expect(access && grantPaths(access, 7)).toEqual([team('Backend', '1')])
  })

  test('a higher role with a limit narrows a lower one without, as on the server', () => {
    const access = getEffectiveAccess([member('0'), team('Backend', '1', 5)])
    expect(getAccessLevel(access, 5)).toBe('edit')
    expect(getAccessLevel(access, 6)).toBe('none')
    expect(getAccessLevel(access, 0)).toBe('none')
  })

  test('limits of the same role add up, and one without a limit removes them', () => {
    const both = getEffectiveAccess([member('0', 5), team('A', '0', 6)])
    expect([5, 6, 7, 0].map((cat_id) => getAccessLevel(both, cat_id))).toEqual(['read', 'read', 'none', 'none'])
    expect(both && grantPaths(both, 6)).toEqual([team('A', '0', 6)])
    const whole = getEffectiveAccess([member('0', 5), team('A', '0')])
    expect(whole?.limit).toBeUndefined()
    expect(whole && grantPaths(whole, 7)).toEqual([team('A', '0')])
    expect(whole && grantPaths(whole, 5)).toHaveLength(2)
  })

  test('a manager has no limit, even where one is stored', () => {
    const access = getEffectiveAccess([member('2', 5)])
    expect(getAccessLevel(access, 6)).toBe('edit')
    expect(access && grantPaths(access, 6)).toHaveLength(1)
  })

  test('a public item is readable for non-members only, members keep their limits', () => {
    expect(getAccessLevel(getEffectiveAccess([open]), 0)).toBe('read')
    expect(getAccessLevel(getEffectiveAccess([member('0', 5), open]), 6)).toBe('none')
  })
})

describe('people in an item', () => {
  const item = {
    owner: { username: 'ann', name: 'Ann Lee' },
    isOpen: false,
    members: [{ username: 'mo', name: 'Mo Khan', member_group_id: '1', cat_ids: '3,4' }],
    teams: [
      {
        team_id: '3',
        team_name: 'Backend',
        people: [
          { member_username: 'mo', name: 'Mo Khan', member_group_id: '0', cat_ids: [] },
          { member_username: 'ann', name: 'Ann Lee', member_group_id: '1', cat_ids: [] },
          { member_username: 'jo', name: '', member_group_id: '2', cat_ids: [] },
        ],
      },
    ],
  }

  test('lists everyone once, with all their grants', () => {
    const viewers = listViewers(item)
    expect(viewers.map((one) => one.username)).toEqual(['ann', 'mo', 'jo'])
    expect(viewers[1]?.ways).toEqual([member('1', 3, 4), team('Backend', '0')])
    expect(viewers[0]?.ways).toEqual([owner, team('Backend', '1')])
  })

  test('lists the owner of an item without members', () => {
    expect(listViewers({ ...item, members: [], teams: [] })).toHaveLength(1)
  })

  test('a limit to a deleted catalog grants nothing', () => {
    const access = getEffectiveAccess([member('1', 99)])
    expect(getAccessLevel(access, 3)).toBe('none')
  })
})
