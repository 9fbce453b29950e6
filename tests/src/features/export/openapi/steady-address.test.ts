import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': { get: { summary: 'List orders', responses: { 200: { description: 'OK' } } } },
    '/shops': { get: { summary: 'List shops', responses: { 200: { description: 'OK' } } } },
  },
}

/** Creates an item from the description. */
async function shop(app: TestApp, visibility: 'public' | 'members' | 'password') {
  const file = new File([JSON.stringify(description)], 'shop.json')
  const { item_id } = await app.as('owner').import.auto({ file })
  const password = visibility === 'password' ? { password: 'open sesame' } : {}
  await app.as('owner').item.update({ item_id, item_name: 'Shop', item_domain: 'shop', visibility, ...password })
  return item_id
}

async function read(app: TestApp, path: string, who?: string, headers: Record<string, string> = {}) {
  const authorization = who === undefined ? {} : { authorization: `Bearer ${app.token(who)}` }
  const response = await fetch(app.url + path, { headers: { ...authorization, ...headers } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('a public project has its description at a steady address, by its number and its own address', async () => {
  const app = await createTestApp()
  const id = await shop(app, 'public')
  const json = await read(app, `/${id}/openapi.json`)
  expect(json.status).toBe(200)
  expect(json.headers.get('content-type')).toMatch(/^application\/json/)
  expect(JSON.parse(json.text)).toEqual(description)
  expect(parse((await read(app, '/shop/openapi.yaml')).text)).toEqual(description)

  const etag = json.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const again = await read(app, `/${id}/openapi.json`, undefined, { 'if-none-match': etag })
  expect(again).toMatchObject({ status: 304, text: '' })
  const pages = app.rows.all('page') as { page_id: number; page_title: string }[]
  const page_id = pages.find(({ page_title }) => page_title === 'List shops')?.page_id ?? 0
  await app.as('owner').page.delete({ page_id })
  const changed = await read(app, `/${id}/openapi.json`, undefined, { 'if-none-match': etag })
  expect(changed.headers.get('etag')).not.toBe(etag)
  expect(changed.text).not.toContain('/shops')
})

test('it is for those who may read the project, with what they may read', async () => {
  const app = await createTestApp()
  const id = await shop(app, 'members')
  app.rows.newMember(id, 'reader', 'read')
  await app.as('owner').apiCall.environmentSave({
    item_id: id,
    env_name: 'Inside',
    base_url: 'https://inside.test',
    variables: '[]',
  })
  for (const who of [undefined, 'stranger'])
    expect((await read(app, `/${id}/openapi.json`, who)).text).toContain('error_name')
  expect((await read(app, `/${id}/openapi.json`, 'reader')).text).toContain('/orders')

  await app.as('owner').item.update({ item_id: id, item_name: 'Shop', visibility: 'public' })
  const open = await read(app, `/${id}/openapi.json`)
  expect(open.text).toContain('/orders')
  expect(open.text).not.toContain('inside.test')
  expect((await read(app, '/nowhere/openapi.json')).text).toContain('error_name')
})

test('a project without API pages says so', async () => {
  const app = await createTestApp()
  const id = await app.rows.newItem()
  app.rows.newPage(id, 'Text', { page_content: 'words' })
  expect((await read(app, `/${id}/openapi.json`, 'owner')).text).toContain('exportNothing')
})
