import { expect, test } from 'vitest'
import { personRows } from '#web/features/teams/person-rows.ts'
import { getTeamPermissions, getTeamRole } from '#web/features/teams/team-role.ts'

const member = (uid: string, group: '1' | '2' = '1') => ({
  id: `m${uid}`,
  team_id: '1',
  member_uid: uid,
  member_username: `user${uid}`,
  name: '',
  addtime: '2026-11-21 10:00:00',
  last_update_time: '0',
  team_member_group_id: group,
})

test('the creator owns a team, its administrators manage it, the others are members', () => {
  expect(getTeamRole({ uid: '1', team_manage: 1 }, '1')).toBe('owner')
  expect(getTeamRole({ uid: '1', team_manage: 1 }, '2')).toBe('manager')
  expect(getTeamRole({ uid: '1', team_manage: 0 }, '2')).toBe('member')
  expect(getTeamRole(undefined, '2')).toBe('outside')
})

test('only the owner transfers and deletes a team, and only the owner cannot leave', () => {
  expect(getTeamPermissions('owner')).toEqual({ manage: true, own: true, leave: false })
  expect(getTeamPermissions('manager')).toEqual({ manage: true, own: false, leave: true })
  expect(getTeamPermissions('member')).toEqual({ manage: false, own: false, leave: true })
  expect(getTeamPermissions('outside')).toEqual({ manage: true, own: false, leave: false })
})

test('lists the owner first if a member, then administrators, each group in server order', () => {
  const rows = personRows([member('4'), member('3', '2'), member('1'), member('2')], { uid: '1' })
  expect(rows.map(({ member: { member_uid }, role }) => `${member_uid} ${role}`)).toEqual([
    '1 owner',
    '3 manager',
    '4 member',
    '2 member',
  ])
  expect(personRows([], { uid: '1' })).toEqual([])
})
