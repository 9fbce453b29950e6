import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SourceServer, startSourceServer } from '#tests/src/features/api-source/source-server.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser({ config: { outbound_allow: ['127.0.0.0/8'] } })
const owner = () => browser.app.as('owner')
let server: SourceServer

beforeAll(async () => {
  server = await startSourceServer()
})
afterAll(() => server.close())

const operation = (summary: string, more: object = {}) => ({
  summary,
  responses: { 200: { description: 'ok' } },
  ...more,
})
const send = (paths: object) => {
  const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths })
  server.answer = (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
}
const first = { '/orders': { get: operation('List orders'), post: operation('Add an order') } }
const needed = { parameters: [{ name: 'shop', in: 'query', required: true, schema: { type: 'string' } }] }
const second = { '/orders': { get: operation('List orders', needed), put: operation('Replace orders') } }

async function addSource(): Promise<{ item_id: number; page: Screen }> {
  const item_id = await browser.app.rows.newItem({ item_name: 'Docs' })
  const page = openAs(browser, 'owner', `/item/setting/${item_id}?tab=apiSource`)
  await expectVisible(page.getByText('No API sources yet.'))
  await page.getByRole('button', { name: 'Add source' }).click()
  const form = page.getByRole('dialog', { name: 'Add source' })
  await form.getByRole('textbox', { name: /^Address/ }).fill(`${server.url}/api.json`)
  await form.getByRole('textbox', { name: /^Name/ }).fill('Backend')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectHidden(form)
  await expectVisible(page.getByRole('button', { name: 'Actions for Backend' }))
  return { item_id, page }
}

async function openCheck(page: Screen) {
  await page.getByRole('button', { name: 'Synchronise…' }).click()
  return page.getByRole('dialog', { name: 'Synchronise Backend' })
}

const titles = async (item_id: number) => {
  const { menu } = await owner().item.info({ item_id })
  return [...menu.pages, ...menu.catalogs.flatMap((one) => one.pages)].map(({ page_title }) => page_title).sort()
}

test('a check shows what would change and in words what breaks clients; rejecting it writes nothing', async () => {
  send(first)
  const { item_id, page } = await addSource()
  const check = await openCheck(page)
  await expectVisible(check.getByText(/^This is the first synchronisation/))
  await check.getByRole('button', { name: 'Cancel' }).click()
  await expectHidden(check)
  expect(await titles(item_id)).toEqual([])

  await (await openCheck(page)).getByRole('button', { name: 'Apply' }).click()
  await expectVisible(check.getByText('The project is synchronised.'))
  await check.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await titles(item_id)).toEqual(['Add an order', 'List orders', 'Shop'])
  await expectVisible(page.getByText(/3 new, 0 changed, 0 removed, 0 breaking/))

  send(second)
  await openCheck(page)
  await expectVisible(check.getByText(/changes? breaks? clients\.$/))
  await expectVisible(check.getByText('GET /orders').first())
  await expectVisible(check.getByText('1 page whose operation is gone'))
  await check.getByRole('button', { name: 'Cancel' }).click()
  await expectHidden(check)
  expect(await titles(item_id)).toEqual(['Add an order', 'List orders', 'Shop'])

  await (await openCheck(page)).getByRole('button', { name: 'Apply' }).click()
  await expectVisible(check.getByText('The project is synchronised.'))
  expect(await titles(item_id)).toEqual(['Add an order', 'List orders', 'Replace orders', 'Shop'])
})

test('an address that answers nothing useful says so in the check, which can be repeated', async () => {
  server.answer = (_, response) => void response.writeHead(404).end()
  const { page } = await addSource()
  const check = await openCheck(page)
  await expectVisible(check.getByText(/404/))
  send(first)
  await check.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(check.getByRole('button', { name: 'Apply' }))
})

test('a source is changed and deleted; its pages stay', async () => {
  send(first)
  const { item_id, page } = await addSource()
  await page.getByRole('button', { name: 'Actions for Backend' }).click()
  await page.getByRole('menuitem', { name: 'Edit source' }).click()
  const form = page.getByRole('dialog', { name: 'Edit source' })
  await form.getByRole('combobox', { name: /^Synchronise/ }).selectOption('hourly')
  await form.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await owner().apiSource.getList({ item_id }))[0]?.schedule, 'hourly')
  // it is due, and has no time in 1970
  await expectVisible(page.getByText('Every hour', { exact: true }))
  await page.getByRole('button', { name: 'Actions for Backend' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete the source Backend?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expectVisible(page.getByText('No API sources yet.'))
})
