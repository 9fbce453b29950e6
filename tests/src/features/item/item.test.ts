import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

test('creates, lists, changes and deletes an item', async () => {
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

test.each(['2', '4'])('creates the only page of an item of type %s at once', async (item_type) => {
  const app = await createTestApp()
  const { item_id } = await app.as('ann').item.add({ item_name: 'One', item_type })
  const { menu } = await app.visitor.item.info({ item_id })
  expect(menu.pages).toMatchObject([{ page_title: 'One' }])
  expect(await app.visitor.page.info({ page_id: Number(menu.pages[0]?.page_id) })).toMatchObject({ page_content: '' })
})

test.each(['0', '1', '3'])('an item of type %s starts empty', async (item_type) => {
  const app = await createTestApp()
  const { item_id } = await app.as('ann').item.add({ item_name: 'One', item_type })
  expect((await app.visitor.item.info({ item_id })).menu).toEqual({ pages: [], catalogs: [] })
})

test('adds an item to the groups of the person who creates or saves it', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  const [one, two, three] = await Promise.all(['1', '2', '3'].map((group_name) => ann.itemGroup.save({ group_name })))
  const { item_id } = await ann.item.add({
    item_name: 'I',
    item_group_id: one?.id,
    item_group_ids: JSON.stringify([Number(two?.id)]),
  })
  expect((await ann.item.detail({ item_id })).group_ids).toEqual([Number(one?.id), Number(two?.id)])
  await ann.item.update({ item_id, item_name: 'I', item_group_ids: `${two?.id},${three?.id}` })
  expect((await ann.item.detail({ item_id })).group_ids).toEqual([Number(two?.id), Number(three?.id)])
  await ann.item.update({ item_id, item_name: 'I' })
  expect((await ann.item.detail({ item_id })).group_ids).toHaveLength(2)
  await ann.item.update({ item_id, item_name: 'I', item_group_ids: '' })
  expect((await ann.item.detail({ item_id })).group_ids).toEqual([])
})

test('keeps what a save omits', async () => {
  const app = await createTestApp()
  const whole = { item_description: 'what', item_domain: 'mine', allow_comment: 1 }
  const item_id = await app.rows.newItem({ password: 'secret', ...whole })
  const owner = app.as('owner')
  await owner.item.update({ item_id, item_name: 'New' })
  await owner.item.update({ item_id, item_name: 'New', is_private: '1' })
  expect(await owner.item.detail({ item_id })).toMatchObject({
    item_name: 'New',
    item_description: 'what',
    item_domain: 'mine',
    allow_comment: '1',
    password: passwordMask,
  })
  await expect(app.visitor.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  await owner.item.update({ item_id, item_name: 'New', item_description: '', item_domain: '', password: '' })
  expect(await owner.item.detail({ item_id })).toMatchObject({ item_description: '', item_domain: '', password: '' })
  await expect(owner.item.update({ item_id, item_name: ' ' })).rejects.toMatchObject(refusal('itemNameNeeded'))
  for (const password of [undefined, '', passwordMask]) {
    const save = owner.item.update({
      item_id,
      item_name: 'x',
      is_private: '1',
      ...(password !== undefined && { password }),
    })
    await expect(save).rejects.toMatchObject(refusal('privateNeedsPassword'))
  }
  await owner.item.update({ item_id, item_name: 'x', password: passwordMask })
  expect(await app.visitor.item.info({ item_id })).toMatchObject({ is_private: 0 })
})

test('returns the complete base info without the secret', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret', addtime: 5, last_update_time: 6 })
  expect(await app.as('owner').item.detail({ item_id })).toEqual({
    item_id: String(item_id),
    item_name: 'Item',
    item_description: '',
    uid: String(app.uid('owner')),
    username: 'owner',
    owner_name: 'owner',
    password: passwordMask,
    visibility: 'password',
    addtime: '5',
    last_update_time: '6',
    item_domain: '',
    item_type: '1',
    is_archived: '0',
    is_del: '0',
    allow_comment: '0',
    allow_feedback: '0',
    group_ids: [],
    ai_config: { enabled: 0, dialog_collapsed: 1, guest_enabled: 0, welcome_message: '', system_prompt: '' },
  })
})

test('archiving requires the person’s own password, can be repeated, and ends all writing', async () => {
  const app = await createTestApp()
  await app.newUser('manager', { password: 'a good password' })
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'manager', 'manage')
  const page_id = app.rows.newPage(item_id, 'T')
  const manager = app.as('manager')
  await expect(manager.item.archive({ item_id, password: 'wrong' })).rejects.toMatchObject({ code: 10208 })
  await expect(app.as('owner').item.archive({ item_id, password: '' })).rejects.toMatchObject({ code: 10208 })
  expect(app.rows.all('item')).toMatchObject([{ is_archived: 0 }])
  const password = 'a good password'
  const archive_time = () =>
    app
      .as('owner')
      .item.info({ item_id })
      .then((info) => Number(info.archive_time))
  expect(await archive_time()).toBe(0)
  expect(await manager.item.archive({ item_id, password })).toEqual({ success: true })
  const first = await archive_time()
  expect(first - Date.now() / 1000).toBeCloseTo(0, -2)
  app.app.now = () => new Date(Date.now() + 60_000)
  expect(await manager.item.archive({ item_id, password })).toEqual({ success: true })
  expect(await archive_time()).toBe(first)
  app.app.now = () => new Date()

  const archived = refusal('itemArchived')
  const owner = app.as('owner')
  await expect(owner.item.update({ item_id, item_name: 'x' })).rejects.toMatchObject(archived)
  await expect(owner.item.resetKey({ item_id })).rejects.toMatchObject(archived)
  await expect(manager.item.attorn({ item_id, username: 'ann', password })).rejects.toMatchObject(archived)
  await expect(owner.page.save({ item_id, page_id, page_title: 'x', page_content: 'x' })).rejects.toMatchObject(
    archived,
  )
  await expect(owner.catalog.save({ item_id, cat_name: 'x' })).rejects.toMatchObject(archived)
  expect(app.rows.all('item')).toMatchObject([{ item_name: 'Item', is_archived: 1 }])
  expect(await app.as('manager').item.delete({ item_id, password })).toEqual({ success: true })
})

test('a transfer changes only the owner', async () => {
  const app = await createTestApp()
  await app.newUser('boss', { password: 'a good password' })
  const item_id = await app.rows.newItem({ owner: 'boss', password: 'secret' })
  app.rows.newMember(item_id, 'Ann', 'read')
  app.rows.newMember(item_id, 'bob', 'edit')
  const boss = app.as('boss')
  const { api_token } = await boss.item.getKey({ item_id })
  const give = (username: string, password = 'a good password') => boss.item.attorn({ item_id, username, password })
  await expect(give('ann', 'wrong')).rejects.toMatchObject({ code: 10208 })
  await expect(give('nobody')).rejects.toMatchObject({ code: 10209 })
  await expect(give('')).rejects.toMatchObject({ code: 10101 })
  app.rows.sqlite.prepare('UPDATE user SET is_disabled = 1 WHERE uid = ?').run(app.uid('bob'))
  await expect(give('bob')).rejects.toMatchObject({ code: 10209 })
  app.rows.sqlite.prepare('UPDATE user SET is_disabled = 0 WHERE uid = ?').run(app.uid('bob'))
  expect(app.rows.all('item')).toMatchObject([{ uid: app.uid('boss') }])

  const row = await give(' ANN ')
  expect(row).toMatchObject({
    item_id: String(item_id),
    uid: String(app.uid('Ann')),
    username: 'Ann',
    password: passwordMask,
  })
  expect(app.rows.all('item_member')).toMatchObject([{ uid: app.uid('bob') }])
  expect(await app.as('Ann').item.getKey({ item_id })).toMatchObject({ api_token })
  expect(await app.as('bob').item.info({ item_id })).toMatchObject({ item_edit: true })
  await expect(boss.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
})

test('counts password guesses of transfer, archiving and deletion together', async () => {
  const app = await createTestApp()
  await app.newUser('boss', { password: 'a good password' })
  const item_id = await app.rows.newItem({ owner: 'boss' })
  const boss = app.as('boss')
  const tries = [
    () => boss.item.archive({ item_id, password: 'wrong' }),
    () => boss.item.delete({ item_id, password: 'wrong' }),
    () => boss.item.attorn({ item_id, username: 'ann', password: 'wrong' }),
  ]
  for (const at of [0, 1, 2, 0, 1]) await expect(tries[at]?.()).rejects.toMatchObject({ code: 10208 })
  await expect(boss.item.delete({ item_id, password: 'a good password' })).rejects.toMatchObject({ code: 10204 })
  expect(app.rows.all('item')).toMatchObject([{ is_del: 0, is_archived: 0 }])
})

test('every call returns the same error for a missing item and a private one', async () => {
  const app = await createTestApp()
  const there = await app.rows.newItem({ password: 'secret' })
  const gone = await app.rows.newItem({ is_del: 1 })
  const ann = app.as('ann')
  const calls = [
    (item_id: number) => ann.item.info({ item_id }),
    (item_id: number) => ann.item.detail({ item_id }),
    (item_id: number) => ann.item.getKey({ item_id }),
    (item_id: number) => ann.item.star({ item_id }),
    (item_id: number) => ann.item.getChangeLog({ item_id }),
    (item_id: number) => ann.item.archive({ item_id, password: 'x' }),
    (item_id: number) => ann.item.add({ copy_item_id: item_id }),
    (item_id: number) => ann.item.exitItem({ item_id }),
    (item_id: number) => ann.item.pwd({ item_id, password: 'wrong' }),
  ]
  for (const call of calls) {
    const refusals = await Promise.all(
      [there, gone, 5].map((item_id) =>
        call(item_id).then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      ),
    )
    expect(new Set(refusals).size).toBe(1)
    expect(refusals[0]).not.toBe('answered')
  }
})

test('the password screen accepts a page instead of an item, and never redirects elsewhere', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const refer = (path: string) => Buffer.from(path).toString('base64')
  for (const none of ['', '0']) {
    const given = { item_id: none, page_id, password: 'secret', refer_url: refer('/1/2?a=b') }
    expect(await app.visitor.item.pwd(given)).toEqual({ refer_url: '/1/2?a=b' })
  }
  await expect(app.visitor.item.pwd({ page_id, password: 'wrong' })).rejects.toMatchObject({ code: 10010 })
  for (const path of ['//evil.example', 'https://evil.example', '/\\evil', 'x']) {
    const given = { item_id, password: 'secret', refer_url: refer(path) }
    expect(await app.visitor.item.pwd(given)).toEqual({ refer_url: '' })
  }
})

test('a change of content updates the last change time of the item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const changed = () => {
    const [row] = app.rows.all('item')
    app.rows.sqlite.exec('UPDATE item SET last_update_time = 0')
    return Number(row?.['last_update_time']) > 0
  }
  const { page_id } = await owner.page.save({ item_id, page_id: '0', page_title: 'T', page_content: 'x' })
  expect(changed()).toBe(true)
  await owner.page.delete({ page_id: Number(page_id) })
  expect(changed()).toBe(true)
  await owner.catalog.save({ item_id, cat_name: 'C' })
  expect(changed()).toBe(true)
  await owner.item.update({ item_id, item_name: 'I' })
  expect(changed()).toBe(true)
  await owner.item.star({ item_id })
  await owner.item.getKey({ item_id })
  expect(changed()).toBe(false)
})

test('rejects invalid items', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  await ann.item.add({ item_name: 'One', item_domain: 'taken' })
  const add = (more: object) => ann.item.add({ item_name: 'Two', ...more })
  await expect(add({ is_private: '1' })).rejects.toMatchObject(refusal('privateNeedsPassword'))
  await expect(add({ item_domain: 'Taken' })).rejects.toMatchObject(refusal('domainTaken'))
  await expect(add({ item_domain: 'login' })).rejects.toMatchObject(refusal('domainTaken'))
  await expect(add({ item_domain: '123' })).rejects.toMatchObject(refusal('domainBad'))
  for (const item_name of ['  ', '\u200b', '\u3164'])
    await expect(add({ item_name })).rejects.toMatchObject({ code: 10100, errorName: 'itemNameNeeded' })
  await expect(add({ item_name: 'x'.repeat(201) })).rejects.toMatchObject(refusal('textTooLong'))
  await expect(add({ item_type: '5' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(app.visitor.item.add({ item_name: 'x' })).rejects.toMatchObject({ code: 10102 })
  await expect(app.visitor.item.myList()).rejects.toMatchObject({ code: 10102 })
})

test('only managers can see and change the base info', async () => {
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

/** Submits the access password as a browser does and returns the resulting cookie. */
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

test('a private item opens with its access password: by a cookie, and with each call of an old client', async () => {
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

test('a grant is valid for its own item only', async () => {
  const app = await createTestApp()
  const one = await app.rows.newItem({ password: 'secret' })
  const two = await app.rows.newItem({ password: 'secret' })
  const { cookie } = await visit(app, one, 'secret')
  const headers = { cookie: cookie.replace(`visit_${one}`, `visit_${two}`) }
  expect((await app.call('item/info', { item_id: String(two) }, { headers })).json).toMatchObject({ error_code: 10303 })
})

test('does not return the access password, and limits guesses at it', async () => {
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

test('when two access passwords are set at once, each ends the visits before it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const set = (password: string) => app.as('owner').item.update({ item_id, item_name: 'I', password })
  await Promise.all([set('one password'), set('another one')])
  expect(app.rows.all('item')).toMatchObject([{ password_version: 3 }])
})
