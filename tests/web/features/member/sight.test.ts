import { describe, expect, test } from 'vitest'
import { markOf, sightOf, viewersOf, type Way, waysTo } from '#web/features/member/sight.ts'

const member = (role: Way['role'], ...limit: number[]): Way => ({ kind: 'member', role, limit })
const team = (team_name: string, role: Way['role'], ...limit: number[]): Way => ({
  kind: 'team',
  team_id: '3',
  team_name,
  role,
  limit,
})
const owner: Way = { kind: 'owner', role: '2', limit: [] }
const open: Way = { kind: 'open', role: '0', limit: [] }

describe('what somebody sees', () => {
  test('without any way in there is nothing to see', () => {
    expect(sightOf([])).toBeUndefined()
    expect(markOf(undefined, 0)).toBe('none')
  })

  test('the owner manages everything, whatever else they are', () => {
    const sight = sightOf([member('0', 5), owner, team('T', '1')])
    expect(sight).toMatchObject({ role: '2', limit: undefined, deciding: [owner] })
    expect(markOf(sight, 9)).toBe('edit')
  })

  test('the largest role decides alone', () => {
    const sight = sightOf([member('0'), team('Backend', '1')])
    expect(sight).toMatchObject({ role: '1', limit: undefined })
    expect(sight && waysTo(sight, 7)).toEqual([team('Backend', '1')])
  })

  test('a larger role with a limit narrows a smaller one without, as the server has it', () => {
    const sight = sightOf([member('0'), team('Backend', '1', 5)])
    expect(markOf(sight, 5)).toBe('edit')
    expect(markOf(sight, 6)).toBe('none')
    expect(markOf(sight, 0)).toBe('none')
  })

  test('limits of the same role add up, and one without a limit ends them', () => {
    const both = sightOf([member('0', 5), team('A', '0', 6)])
    expect([5, 6, 7, 0].map((cat_id) => markOf(both, cat_id))).toEqual(['read', 'read', 'none', 'none'])
    expect(both && waysTo(both, 6)).toEqual([team('A', '0', 6)])
    const whole = sightOf([member('0', 5), team('A', '0')])
    expect(whole?.limit).toBeUndefined()
    expect(whole && waysTo(whole, 7)).toEqual([team('A', '0')])
    expect(whole && waysTo(whole, 5)).toHaveLength(2)
  })

  test('a manager has no limit, even where one was kept', () => {
    const sight = sightOf([member('2', 5)])
    expect(markOf(sight, 6)).toBe('edit')
    expect(sight && waysTo(sight, 6)).toHaveLength(1)
  })

  test('an open item is read by those who are nothing in it, and by nobody else because of that', () => {
    expect(markOf(sightOf([open]), 0)).toBe('read')
    expect(markOf(sightOf([member('0', 5), open]), 6)).toBe('none')
  })
})

describe('who is in an item', () => {
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

  test('everybody comes once, with all their ways', () => {
    const viewers = viewersOf(item)
    expect(viewers.map((one) => one.username)).toEqual(['ann', 'mo', 'jo'])
    expect(viewers[1]?.ways).toEqual([member('1', 3, 4), team('Backend', '0')])
    expect(viewers[0]?.ways).toEqual([owner, team('Backend', '1')])
  })

  test('an item without members has its owner', () => {
    expect(viewersOf({ ...item, members: [], teams: [] })).toHaveLength(1)
  })

  test('a limit to a catalog that is deleted opens nothing', () => {
    const sight = sightOf([member('1', 99)])
    expect(markOf(sight, 3)).toBe('none')
  })
})
