import { expect, test } from 'vitest'
import { sheetMaxBytes } from '#shared/contract/fields.ts'
import { createTestApp } from '#tests/support/app.ts'

/** A spreadsheet of this many bytes, of characters that grow most when encoded: three characters each in a form. */
function sheetOf(bytes: number): string {
  const [before = '', after = ''] = JSON.stringify([{ name: 'S', rows: { 0: { cells: { 0: { text: '|' } } } } }]).split(
    '|',
  )
  const room = bytes - before.length - after.length
  return before + '\\"'.repeat(Math.floor(room / 2)) + 'x'.repeat(room % 2) + after
}

// Building and comparing such texts takes seconds, and the server closes idle keep-alive connections.
const alone = { connection: 'close' }

async function book() {
  const app = await createTestApp()
  const call = async (path: string, body: Record<string, string>) =>
    (await app.call(path, body, { as: 'owner', headers: alone })).json
  const { item_id } = (await call('item/add', { item_name: 'Prices', item_type: '4' })).data as { item_id: number }
  const page_id = app.rows.all('page')[0]?.['page_id']
  const fields = (page_content: string) => ({
    item_id: String(item_id),
    page_id: String(page_id),
    page_title: 'Prices',
    page_content,
  })
  const asForm = (path: string, page_content: string) => call(path, fields(page_content))
  const asJson = async (path: string, page_content: string) => {
    const headers = { ...alone, 'content-type': 'application/json' }
    return (await app.call(path, JSON.stringify(fields(page_content)), { as: 'owner', headers })).json
  }
  const read = async (path: string) =>
    ((await call(path, { item_id: String(item_id), page_id: String(page_id) })).data as { page_content?: string })
      .page_content
  const held = () => read('page/info')
  return { asForm, asJson, read, held }
}

test('saves 20 MB of spreadsheet by form and JSON, keeps it as a draft, and rejects one more byte', async () => {
  const { asForm, asJson, read, held } = await book()
  const most = sheetOf(sheetMaxBytes)
  expect(Buffer.byteLength(most)).toBe(20_000_000)
  const taken = { error_code: 0 }
  const refused = { error_name: 'pageTooLarge' }
  expect(await asForm('page/save', most)).toMatchObject(taken)
  expect((await held()) === most).toBe(true)
  expect(await asJson('page/save', sheetOf(sheetMaxBytes - 1))).toMatchObject(taken)
  expect((await held()) === sheetOf(sheetMaxBytes - 1)).toBe(true)
  expect(await asForm('page/save', sheetOf(sheetMaxBytes + 1))).toMatchObject(refused)
  expect(await asJson('page/saveDraft', most)).toMatchObject(taken)
  expect(await asJson('page/saveDraft', sheetOf(sheetMaxBytes + 1))).toMatchObject(refused)
  expect((await read('page/draft')) === most).toBe(true)
}, 120_000)

test('endpoints without a page reject such a body', async () => {
  const app = await createTestApp()
  const body = { item_id: '1', domain: 'x'.repeat(24_000_001) }
  const answer = await app.call('item/detail', body, { as: 'owner' }).catch(() => ({ status: 413 }))
  expect(answer.status).toBe(413)
})

test.each([
  ['without a word who it is', {}],
  ['with a token of nobody', { headers: { authorization: `Bearer ${'0'.repeat(64)}` } }],
  ['with a token in its fields alone', { fields: { user_token: '0'.repeat(64) } }],
])('%s, a body of that size is rejected', async (_, { headers, fields }: { headers?: object; fields?: object }) => {
  const app = await createTestApp()
  const body = { ...fields, item_id: '1', page_id: '1', page_title: 'x', page_content: 'x'.repeat(24_000_001) }
  const answer = await app.call('page/save', body, { headers: { ...headers } }).catch(() => ({ status: 413 }))
  expect(answer.status).toBe(413)
})
