import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ExportFormatName } from '#shared/export-formats.ts'
import type { User } from '#src/access/caller.ts'
import { requireItem, type Visitor } from '#src/access/permissions.ts'
import { exportItem } from '#src/features/export/formats.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { RandomDescription } from './random.ts'

/** Exports as a user does, through the worker, and returns the text of the file. */
async function exported(app: TestApp, item_id: number, format: ExportFormatName, scope = { cat_id: 0, page_id: 0 }) {
  const uid = app.uid('owner')
  const user: User = { uid, username: 'owner', name: '', groupid: 2, email: '', avatar: '', reg_time: 0, is_sso: 0 }
  const visitor: Visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '127.0.0.1' }
  const item = await requireItem(app.app, visitor, item_id, 'edit')
  const file = await exportItem(
    { app: app.app, user, visitor, item, ip: '127.0.0.1', detail: format },
    format,
    scope,
    'en',
  )
  try {
    const read = await file.read()
    const bytes = Buffer.isBuffer(read) ? read : await buffer(read)
    return { ...file, text: bytes.toString() }
  } finally {
    await file.done?.()
  }
}

const shop = (value: unknown) => new File([JSON.stringify(value)], 'shop.json')

describe('an item with an imported description', () => {
  test('comes out as it came in, as JSON and as YAML, also after a second import', async () => {
    const app = await createTestApp()
    const owner = app.as('owner')
    const input = new RandomDescription(7, '3.1').document()
    const { item_id } = await owner.import.auto({ file: shop(input) })
    const id = Number(item_id)
    const json = await exported(app, id, 'openapi')
    expect(JSON.parse(json.text)).toEqual(input)
    expect(json).toMatchObject({ type: 'application/json', downloadAs: 'Random shop.json' })
    const yaml = await exported(app, id, 'openapi-yaml')
    expect(parse(yaml.text)).toEqual(input)
    expect(yaml.downloadAs).toBe('Random shop.yaml')

    // what no page shows changes too: pages stay, and what the description says about them does not
    const changed = structuredClone(input) as {
      paths: Record<string, { 'x-order'?: number }>
      components: { schemas: object }
    }
    changed.components.schemas = { ...changed.components.schemas, Unused: { type: 'string', minLength: 3 } }
    const [first] = Object.values(changed.paths)
    if (first) first['x-order'] = 5
    await owner.import.auto({ file: shop(changed), item_id })
    expect(JSON.parse((await exported(app, id, 'openapi')).text)).toEqual(changed)
  })

  test('a new name of the item is the title of the description', async () => {
    const app = await createTestApp()
    const owner = app.as('owner')
    const { item_id } = await owner.import.auto({ file: shop(new RandomDescription(3, '3.1').document()) })
    app.rows.sqlite.prepare('UPDATE item SET item_name = ? WHERE item_id = ?').run('Store', item_id)
    const { text: out } = await exported(app, Number(item_id), 'openapi')
    expect((JSON.parse(out) as { info: object }).info).toMatchObject({ title: 'Store', version: '1.10' })
  })

  test('pages of earlier versions get their source with the next import, without a new version of a page', async () => {
    const app = await createTestApp()
    const owner = app.as('owner')
    const input = new RandomDescription(5, '3.1').document()
    const { item_id } = await owner.import.auto({ file: shop(input) })
    app.rows.sqlite.exec("UPDATE page_import SET source = x''")
    app.rows.sqlite.exec('DELETE FROM api_description')
    const versions = app.rows.counts()['page_history']
    await owner.import.auto({ file: shop(input), item_id })
    expect(app.rows.counts()['page_history']).toBe(versions)
    expect(JSON.parse((await exported(app, Number(item_id), 'openapi')).text)).toEqual(input)
  })
})

test('an item without API pages or sheets is refused with a reason', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'owner' })
  app.as('owner')
  app.rows.newPage(item_id, 'Guide', { page_content: 'text' })
  for (const format of ['openapi', 'openapi-yaml', 'postman', 'xlsx'] as const)
    await expect(exported(app, item_id, format), format).rejects.toMatchObject({ errorName: 'exportNothing' })
})

test('an item of spreadsheets comes out as an Excel file', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'owner' })
  app.rows.newPage(item_id, 'Numbers', { page_content: '[{"name":"A","rows":{"0":{"cells":{"0":{"text":"1"}}}}}]' })
  const file = await exported(app, item_id, 'xlsx')
  expect(file.downloadAs).toMatch(/\.xlsx$/)
  expect(file.text.startsWith('PK')).toBe(true)
})
