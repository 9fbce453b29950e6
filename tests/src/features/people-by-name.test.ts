import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let item_id: number
let team_id: number

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  await app.as('liwei').user.updateInfo({ name: '李伟' })
  item_id = await app.rows.newItem({ owner: 'liwei', item_name: 'Orders' })
  const liwei = app.as('liwei')
  team_id = Number((await liwei.team.save({ team_name: 'Sales' })).id)
  await liwei.teamMember.save({ team_id, member_username: [app.uid('other') ? 'other' : ''].join(',') } as never)
  await liwei.teamItem.save({ team_id, item_id: String(item_id) } as never)
  await liwei.attachment.attachmentUpload({ item_id, file: new File(['text'], 'note.txt') })
  const { id } = await liwei.template.save({ id: '0', template_title: 'Mine', template_content: 'text' })
  await liwei.template.shareToItem({ template_id: id, item_id: String(item_id) } as never)
})
afterAll(() => expect(app.errors).toEqual([]))

const person = { username: 'liwei', name: '李伟' }
const owner = { username: 'liwei', owner_name: '李伟' }

test('teams and their items show the name of the owner', async () => {
  expect(await app.as('other').team.getList({})).toMatchObject([owner])
  expect(await app.as('liwei').teamItem.getList({ item_id })).toMatchObject([owner])
  expect(await app.as('other').teamItem.getListByTeam({ team_id })).toMatchObject([owner])
})

test('the admin area shows names of owners, uploaders and actors, and finds people by name', async () => {
  const admin = app.as('admin')
  for (const username of ['李伟', 'liwei']) {
    expect((await admin.adminItem.getList({ username })).items).toMatchObject([owner])
    expect((await admin.attachment.getAllList({ username })).list).toMatchObject([person])
  }
  app.rows.insert('audit_log', { uid: app.uid('liwei'), username: 'liwei', action: 'signIn', ip: '', addtime: 1 })
  app.rows.insert('audit_log', { uid: 0, username: 'ghost', action: 'signInFailed', ip: '', addtime: 2 })
  const byName = (await admin.adminAudit.getList({ username: '李', to: 1 })).list
  expect(byName).toMatchObject([person])
  const [ghost] = (await admin.adminAudit.getList({ username: 'ghost' })).list
  expect(ghost).toMatchObject({ username: 'ghost' })
  expect(ghost?.name).toBeUndefined()
})

test('a shared template shows the name of the person who shared it', async () => {
  expect(await app.as('liwei').template.getItemList({ item_id })).toMatchObject([person])
})
