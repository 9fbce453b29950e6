import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })

async function appWithTeam(team_name = 'T') {
  const app = await createTestApp()
  for (const name of ['ann', 'bob', 'cid']) app.uid(name)
  const boss = app.as('boss')
  const team_id = Number((await boss.team.save({ team_name })).id)
  return { app, boss, team_id }
}

test('adds people by a list of names, reports unknown ones, and keeps existing members', async () => {
  const { app, boss, team_id } = await appWithTeam()
  await boss.teamMember.save({ team_id, member_username: 'ann', team_member_group_id: 2 })
  const saved = await boss.teamMember.save({ team_id, member_username: 'ann,nobody,bob' })
  expect(saved).toEqual({ id: expect.any(Number), unknown: ['nobody'] })
  expect(app.rows.all('team_member')).toMatchObject([
    { member_uid: app.uid('ann'), team_member_group_id: 2 },
    { id: saved.id, member_uid: app.uid('bob'), team_member_group_id: 1 },
  ])
  const save = (member_username: string) => boss.teamMember.save({ team_id, member_username })
  await expect(save('')).rejects.toMatchObject(refusal('memberNameNeeded', 10209))
  await expect(save('nobody')).rejects.toMatchObject(refusal('teamMemberUnknown', 10209))
  await expect(save('ann')).rejects.toMatchObject(refusal('teamMemberThere'))
  for (const team_member_group_id of [0, 3])
    await expect(boss.teamMember.save({ team_id, member_username: 'cid', team_member_group_id })).rejects.toMatchObject(
      refusal('badParameter'),
    )
})

test('later members get access to the items, and removed ones lose it with the next request', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  await boss.teamItem.save({ team_id, item_id })
  const { id } = await boss.teamMember.save({ team_id, member_username: 'ann' })
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: true, item_manage: false })
  expect(await boss.teamMember.delete({ id })).toEqual({ success: true })
  await expect(app.as('ann').item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  expect(app.rows.all('team_item_member')).toEqual([])
  await expect(boss.teamMember.delete({ id })).rejects.toMatchObject(refusal('teamGone', 10103))
})

test('a member through two teams keeps access when one ends', async () => {
  const { app, boss, team_id } = await appWithTeam()
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  const second = Number((await boss.team.save({ team_name: 'Second' })).id)
  for (const team of [team_id, second]) {
    await boss.teamMember.save({ team_id: team, member_username: 'ann' })
    await boss.teamItem.save({ team_id: team, item_id })
  }
  await boss.team.delete({ id: second })
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: true })
  await app.as('ann').team.exitTeam({ id: team_id })
  await expect(app.as('ann').item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
})
