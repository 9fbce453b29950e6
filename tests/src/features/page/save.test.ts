import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

test('subscribes the creator of a page to later saves that notify', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ed', 'edit')
  const save = { item_id, page_title: 'T', page_content: 'x', is_notify: '1' as const, notify_content: 'look' }
  const page_id = Number((await app.as('ed').page.save(save)).page_id)
  expect(app.rows.all('subscription')).toMatchObject([{ uid: app.uid('ed'), object_id: page_id, object_type: 'page' }])
  expect(app.rows.all('message')).toEqual([])
  await app.as('owner').page.save({ ...save, page_id, is_notify: '0' })
  expect(app.rows.all('message')).toEqual([])
  await app.as('owner').page.save({ ...save, page_id })
  expect(app.rows.all('message')).toMatchObject([{ to_uid: app.uid('ed'), from_uid: app.uid('owner'), status: 0 }])
  expect(app.rows.all('message_content')).toMatchObject([{ message_content: 'look', object_id: page_id }])
})

test('a rejected save notifies nobody', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ed', 'edit')
  const save = { item_id, page_title: 'T', page_content: 'x', is_notify: '1' as const }
  const page_id = Number((await app.as('ed').page.save(save)).page_id)
  await app.as('ed').page.setLock({ item_id, page_id })
  await expect(app.as('owner').page.save({ ...save, page_id })).rejects.toMatchObject(refusal('pageLocked'))
  expect(app.rows.all('message')).toEqual([])
})

test('a new page can stay a draft until it is published, and cannot be hidden again', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ed', 'edit')
  const { page } = app.as('ed')
  const save = { item_id, page_title: 'T', page_content: 'x' }
  const page_id = Number((await page.save({ ...save, is_draft: '1' })).page_id)
  await expect(app.as('owner').page.info({ page_id })).rejects.toMatchObject(refusal('pageGone'))
  await page.save({ ...save, page_id })
  await page.save({ ...save, page_id, is_draft: '-1' })
  await page.save({ ...save, page_id, is_draft: '1' })
  expect(app.rows.all('page')).toMatchObject([{ is_draft: 1, page_version: 4 }])
  await page.save({ ...save, page_id, is_draft: '0' })
  expect(await app.as('owner').page.info({ page_id })).toMatchObject({ is_draft: '0' })
  await expect(page.save({ ...save, page_id, is_draft: '1' })).rejects.toMatchObject(refusal('badParameter'))
})

test('a single-page item rejects a second page and keeps the first', async () => {
  const app = await createTestApp()
  const { page, item } = app.as('owner')
  for (const item_type of ['2', '4']) {
    const { item_id } = await item.add({ item_type, item_name: 'One', item_domain: '', password: '' })
    const page_id = Number((await item.info({ item_id })).menu.pages[0]?.page_id)
    const save = { item_id, page_title: 'T', page_content: 'x' }
    await expect(page.save(save)).rejects.toMatchObject(refusal('itemOnePage'))
    await page.save({ ...save, page_id })
    await expect(page.delete({ page_id })).rejects.toMatchObject(refusal('onlyPage'))
    const second = app.rows.newPage(item_id, 'second')
    await page.delete({ page_id: second })
    expect((await item.info({ item_id })).menu.pages).toHaveLength(1)
    await expect(app.as('owner').recycle.recover({ item_id, page_id: second })).rejects.toMatchObject(
      refusal('itemOnePage'),
    )
  }
})

test('shows an API document of an API item as such, unless the client overrides it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: 3 })
  const { page } = app.as('owner')
  const page_content = JSON.stringify({ info: { url: '/x', method: 'put', type: 'api' } })
  const { page_id } = await page.save({ item_id, page_title: 'T', page_content })
  const extInfo = async () => JSON.parse((await page.info({ page_id })).ext_info)
  expect(await extInfo()).toEqual({ page_type: 'api', api_info: { method: 'put' } })
  await page.save({ item_id, page_id, page_title: 'T', page_content, ext_info: '{"own":1}' })
  expect(await extInfo()).toEqual({ own: 1 })
})

test('shows an API document in any item as such, until the page becomes another type', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const { page } = app.as('owner')
  const page_content = JSON.stringify({ info: { url: '/x', method: 'put' } })
  const { page_id } = await page.save({ item_id, page_title: 'T', page_content })
  const extInfo = async () => (await page.info({ page_id })).ext_info
  expect(JSON.parse(await extInfo())).toEqual({ page_type: 'api', api_info: { method: 'put' } })
  await page.save({ item_id, page_id, page_title: 'T', page_content: '# no more' })
  expect(await extInfo()).toBe('')
  await page.save({ item_id, page_id, page_title: 'T', page_content: '# no more', ext_info: '{"own":1}' })
  await page.save({ item_id, page_id, page_title: 'T', page_content: '# again' })
  expect(await extInfo()).toBe('{"own":1}')
})

test('returns the catalogs of a page on request', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3 })
  const page_id = app.rows.newPage(item_id, 'T', { cat_id: b })
  const root = app.rows.newPage(item_id, 'root')
  app.rows.newMember(item_id, 'limited', 'read', [b])
  const { page } = app.visitor
  expect((await page.info({ page_id, with_path: '1' })).full_path).toEqual([
    { cat_id: String(a), cat_name: 'A' },
    { cat_id: String(b), cat_name: 'B' },
    { page_id: String(page_id), page_title: 'T' },
  ])
  expect(await page.info({ page_id })).not.toHaveProperty('full_path')
  expect(await page.info({ page_id: root, with_path: '1' })).not.toHaveProperty('full_path')
  expect((await app.as('limited').page.info({ page_id, with_path: '1' })).full_path).toHaveLength(2)
})

test('a closing window releases its lock by a beacon, in any format a browser sends', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const fields = { user_token: app.token('owner'), page_id: String(page_id), item_id: String(item_id), lock_to: '1000' }
  const multipart = new FormData()
  for (const [name, value] of Object.entries(fields)) multipart.append(name, value)
  const text = new Blob([String(new URLSearchParams(fields))], { type: 'text/plain;charset=UTF-8' })
  for (const body of [new URLSearchParams(fields), multipart, text]) {
    await app.as('owner').page.setLock({ item_id, page_id })
    expect(await app.as('owner').page.isLock({ item_id, page_id })).toMatchObject({ lock: 1, is_cur_user: 1 })
    const { json } = await app.call('page/setLock', body)
    expect(json).toEqual({ error_code: 0, data: { id: page_id } })
    expect(await app.as('owner').page.isLock({ item_id, page_id })).toMatchObject({ lock: 0 })
  }
})

test('an expired lock can be taken over, and a lock lasts a day at most', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'ed', 'edit')
  const now = Math.floor(Date.now() / 1000)
  await app.as('owner').page.setLock({ item_id, page_id, lock_to: now + 10 * 86_400 })
  expect(Number((await app.as('ed').page.isLock({ item_id, page_id })).lock_to) - now).toBeCloseTo(86_400, -1)
  await app.as('owner').page.setLock({ item_id, page_id })
  const locked = refusal('pageLocked')
  await expect(app.as('ed').page.setLock({ item_id, page_id })).rejects.toMatchObject(locked)
  await expect(app.as('ed').page.setLock({ item_id, page_id, lock_to: 1000 })).rejects.toMatchObject(locked)
  app.app.now = () => new Date(Date.now() + 1_801_000)
  await app.as('ed').page.setLock({ item_id, page_id })
  await expect(app.as('owner').page.setLock({ item_id, page_id })).rejects.toMatchObject(locked)
})
