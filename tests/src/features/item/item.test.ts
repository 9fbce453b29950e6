import { expect, test } from 'vitest'
import { passwordMask } from '#contract/item.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

test('an item is created, listed, changed and deleted', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password: 'a good password' })
  const ann = app.as('ann')
  const { item_id } = await ann.item.add({ item_name: 'One', item_domain: 'myItem' })
  expect(await ann.item.myList()).toMatchObject([{ item_id: String(item_id), item_name: 'One', creator: 1, manage: 1 }])
  expect(await app.visitor.item.info({ item_id: 'MYITEM' })).toMatchObject({ item_name: 'One', item_edit: false })
  await ann.item.update({ item_id, item_name: 'Two', item_description: 'what' })
  expect(await ann.item.detail({ item_id })).toMatchObject({ item_name: 'Two', item_description: 'what', password: '' })
  await expect(ann.item.delete({ item_id, password: 'wrong' })).rejects.toMatchObject({ code: 10208 })
  await ann.item.delete({ item_id, password: 'a good password' })
  expect(await ann.item.myList()).toEqual([])
  await expect(ann.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
})

test('an item of one page gets that page at once', async () => {
  const app = await createTestApp()
  const { item_id } = await app.as('ann').item.add({ item_name: 'One', item_type: '2' })
  expect((await app.visitor.item.info({ item_id })).menu.pages).toMatchObject([{ page_title: 'One' }])
})

test('what an item cannot be made of is refused', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  await ann.item.add({ item_name: 'One', item_domain: 'taken' })
  const add = (more: object) => ann.item.add({ item_name: 'Two', ...more })
  await expect(add({ is_private: '1' })).rejects.toMatchObject(refusal('privateNeedsPassword'))
  await expect(add({ item_domain: 'Taken' })).rejects.toMatchObject(refusal('domainTaken'))
  await expect(add({ item_domain: 'login' })).rejects.toMatchObject(refusal('domainTaken'))
  await expect(add({ item_domain: '123' })).rejects.toMatchObject(refusal('domainBad'))
  await expect(add({ item_name: '  ' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(app.visitor.item.add({ item_name: 'x' })).rejects.toMatchObject({ code: 10102 })
  await expect(app.visitor.item.myList()).rejects.toMatchObject({ code: 10102 })
})

test('only managers see and change the base info', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'manager', 'manage')
  for (const who of ['editor', 'stranger']) {
    await expect(app.as(who).item.detail({ item_id })).rejects.toMatchObject({ code: 10103 })
    await expect(app.as(who).item.update({ item_id, item_name: 'x' })).rejects.toMatchObject({ code: 10103 })
    await expect(app.as(who).item.delete({ item_id, password: 'x' })).rejects.toMatchObject({ code: 10103 })
  }
  await app.as('manager').item.update({ item_id, item_name: 'New' })
  expect(await app.as('admin').item.detail({ item_id })).toMatchObject({ item_name: 'New' })
})

/** Gives the visit password as a browser does, and the cookie that it then holds. */
async function visit(app: TestApp, item_id: number, password: string) {
  const answer = await app.call('item/pwd', { item_id: String(item_id), password }, { headers: sameOrigin })
  return {
    answer,
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }
}

test('a private item opens with its visit password: by a cookie, and with each call of an old client', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  await expect(app.visitor.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  await expect(app.as('stranger').page.info({ page_id })).rejects.toMatchObject({ code: 10303 })
  await expect(app.visitor.item.info({ item_id: item_id + 1000 })).rejects.toMatchObject({ code: 10303 })
  expect((await visit(app, item_id, 'wrong')).answer.json).toMatchObject({ error_code: 10010 })

  const { cookie, answer } = await visit(app, item_id, 'secret')
  expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/)
  const read = (headers: Record<string, string>) => app.call('page/info', { page_id: String(page_id) }, { headers })
  expect((await read({ cookie })).json).toMatchObject({ error_code: 0 })
  expect((await read({ cookie: cookie.replace(/.$/, '!') })).json).toMatchObject({ error_code: 10303 })
  expect(await app.visitor.page.info({ page_id, _item_pwd: 'secret' })).toMatchObject({ page_title: 'T' })

  await app.as('owner').item.update({ item_id, item_name: 'x', is_private: '1', password: passwordMask })
  expect((await read({ cookie })).json).toMatchObject({ error_code: 0 })
  await app.as('owner').item.update({ item_id, item_name: 'x', is_private: '1', password: 'another' })
  expect((await read({ cookie })).json).toMatchObject({ error_code: 10303 })
  await expect(app.visitor.page.info({ page_id, _item_pwd: 'secret' })).rejects.toMatchObject({ code: 10303 })
})

test('a grant is good for its own item only', async () => {
  const app = await createTestApp()
  const one = await app.rows.newItem({ password: 'secret' })
  const two = await app.rows.newItem({ password: 'secret' })
  const { cookie } = await visit(app, one, 'secret')
  const headers = { cookie: cookie.replace(`visit_${one}`, `visit_${two}`) }
  expect((await app.call('item/info', { item_id: String(two) }, { headers })).json).toMatchObject({ error_code: 10303 })
})

test('the visit password cannot be read back, nor guessed for long', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  expect(await app.as('owner').item.detail({ item_id })).toMatchObject({ password: passwordMask })
  for (let guess = 0; guess < 10; guess++) {
    await expect(app.visitor.item.info({ item_id, _item_pwd: `g${guess}` })).rejects.toMatchObject({ code: 10303 })
  }
  await expect(app.visitor.item.info({ item_id, _item_pwd: 'secret' })).rejects.toMatchObject({ code: 10204 })
  expect((await visit(app, item_id, 'secret')).answer.json).toMatchObject({ error_code: 10204 })
})

test('a removed member loses access with the next request', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const member = app.rows.newMember(item_id, 'ann', 'edit')
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: true, item_manage: false })
  app.rows.sqlite.prepare('DELETE FROM item_member WHERE item_member_id = ?').run(member)
  await expect(app.as('ann').item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  expect(await app.as('ann').item.myList()).toEqual([])
})

test('a member through a team has the team’s right', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const team_id = app.rows.insert('team', { team_name: 'T', uid: app.uid('owner'), addtime: 1, last_update_time: 1 })
  const member_uid = app.uid('ann')
  app.rows.insert('team_item_member', { team_id, item_id, member_uid, member_group_id: 1, addtime: 1 })
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ item_edit: true })
  expect(await app.as('ann').item.myList()).toMatchObject([{ item_id: String(item_id), creator: 0 }])
})

test('of two visit passwords set at once, each ends the visits before it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const set = (password: string) => app.as('owner').item.update({ item_id, item_name: 'I', password })
  await Promise.all([set('one password'), set('another one')])
  expect(app.rows.all('item')).toMatchObject([{ password_version: 3 }])
})
