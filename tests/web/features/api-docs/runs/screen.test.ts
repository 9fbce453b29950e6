import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser({ config: { outbound_allow: ['127.0.0.0/8'] } })
let target: Server
let url = ''

beforeAll(async () => {
  target = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(request.url === '/token' ? '{"id":7,"kind":"new"}' : JSON.stringify({ at: request.url }))
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const as = (username: string) => browser.app.as(username)
const button = (page: Screen, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Screen, name: string) => page.getByRole('textbox', { name, exact: true })

const pageText = (path: string) =>
  JSON.stringify({
    info: { type: 'api', method: 'get', url: `${url}${path}` },
    request: {},
    response: { responseExample: '{"id":1}', responseParamsDesc: [{ name: 'id', type: 'string', require: '1' }] },
  })

test('a run is put together from pages, runs, and shows what is not as documented', async () => {
  const item_id = await addItem(as('owner'), { item_name: 'Shop' })
  await addPage(as('owner'), item_id, 'Get a token', pageText('/token'))
  const page = openAs(browser, 'owner', `/item/runs/${item_id}`)
  await expectVisible(page.getByText('No runs yet.'))
  await page.getByRole('link', { name: 'New run' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Order')
  await button(page, 'Add step').click()
  await page.getByRole('combobox', { name: 'API page' }).selectOption({ label: 'Get a token' })
  await eventually(() => field(page, 'Address').inputValue(), `${url}/token`)
  await button(page, 'Add value').click()
  await field(page, 'Variable').fill('id')
  await field(page, 'Name or path').fill('/id')
  await button(page, 'Add condition').click()
  await page.getByRole('combobox', { name: 'Check', exact: true }).nth(1).selectOption('schema')
  await button(page, 'Apply').click()
  await expectVisible(page.getByText('1. Get a token'))
  await button(page, 'Run now').click()
  await expectVisible(page.getByText('Expected string, got integer'))
  await expectVisible(page.getByText('✓ Status equals 200'))
  const [run] = await as('owner').apiRun.list({ item_id })
  expect(run).toMatchObject({ run_name: 'Order', steps_total: 1, last: { outcome: 'failed' } })
  expect(browser.path).toContain(`/item/runs/${item_id}/${run?.run_id}`)
})

test('the runs of a project open by its own address, and lead to those of its number', async () => {
  const item_id = await addItem(as('owner'), { item_name: 'Shop', item_domain: 'shop' })
  const steps = [{ step_id: 'a', title: 'Look', method: 'GET', url: `${url}/state`, body: { kind: 'none' } }]
  const run = JSON.stringify({ run_name: 'Health', steps })
  const { run_id } = await as('owner').apiRun.save({ item_id, run_id: 0, run })
  const list = openAs(browser, 'owner', '/item/runs/shop')
  await list.getByRole('link', { name: 'Health', exact: true }).click()
  await eventually(() => browser.path, `/item/runs/${item_id}/${run_id}`)
  const page = openAs(browser, 'owner', `/item/runs/shop/${run_id}`)
  await expectVisible(page.getByText('1. Look'))
})

test('a reader sees runs and their results, without what changes them', async () => {
  const item_id = await addItem(as('owner'), { item_name: 'Shop' })
  browser.app.rows.newMember(item_id, 'reader', 'read')
  const content = {
    run_name: 'Health',
    steps: [{ step_id: 'a', title: 'Look', method: 'GET', url: `${url}/state`, body: { kind: 'none' } }],
  }
  const { run_id } = await as('owner').apiRun.save({ item_id, run: JSON.stringify(content) })
  await as('owner').apiRun.start({ item_id, run_id })
  const page = openAs(browser, 'reader', `/item/runs/${item_id}/${run_id}?tab=results`)
  await expectVisible(page.getByText('1. Look'))
  await expectVisible(page.getByText('Step 1 of 1'))
  expect(await button(page, 'Run now').count()).toBe(0)
})

test('runs come in from an Arazzo document, after a preview, and go out again', async () => {
  const item_id = await addItem(as('owner'), { item_name: 'Shop' })
  await addPage(as('owner'), item_id, 'State', pageText('/state'))
  const page = openAs(browser, 'owner', `/item/runs/${item_id}`)
  await button(page, 'Import').click()
  const text = page.getByRole('textbox', { name: 'Or paste the document' })
  await text.fill('arazzo: 1.0.1\nworkflows: [')
  await button(page, 'Check').click()
  await expectVisible(page.getByText(/Line 2, column \d+: this isn’t valid/))
  const document = {
    arazzo: '1.0.1',
    workflows: [
      {
        workflowId: 'watch',
        summary: 'Watch the shop',
        inputs: { properties: { size: { type: 'integer' } } },
        steps: [{ stepId: 'a', operationPath: '{$sourceDescriptions.api.url}#/paths/~1state/get' }],
      },
      { workflowId: 'bad', steps: [{ stepId: 'b', operationId: 'nothing' }] },
    ],
  }
  await text.fill(JSON.stringify(document))
  await button(page, 'Check').click()
  await expectVisible(page.getByText('Step “b”: no API page of this project has the operation “nothing”.'))
  await expectVisible(page.getByText(/Enter a value for: size/))
  await button(page, 'Create 1 run').click()
  await expectVisible(page.getByRole('link', { name: 'Watch the shop' }))
  await button(page, 'Export').click()
  await button(page, 'Download').click()
  const [run] = await as('owner').apiRun.list({ item_id })
  const { text: written } = await as('owner').apiRun.arazzoExport({ item_id, run_id: run?.run_id ?? '' })
  expect(written).toContain('workflowId: watch')
})

test('a step says when its page describes another request, and takes that over', async () => {
  const item_id = await addItem(as('owner'), { item_name: 'Shop' })
  const page_id = await addPage(as('owner'), item_id, 'State', pageText('/state/{id}'))
  const steps = [{ step_id: 'a', page_id, method: 'GET', url: `${url}/state/7?x=1`, body: { kind: 'none' } }]
  const { run_id } = await as('owner').apiRun.save({ item_id, run: JSON.stringify({ run_name: 'Health', steps }) })
  await as('owner').page.save({
    item_id,
    page_id,
    page_title: 'State',
    page_content: pageText('/v2/state/{key}').replace('"get"', '"post"'),
  })
  const page = openAs(browser, 'owner', `/item/runs/${item_id}/${run_id}`)
  await expectVisible(page.getByText('The page says POST /v2/state/{key}'))
  await button(page, 'Use the page’s request').click()
  await expectVisible(page.getByText(`1. POST ${url}/v2/state/7?x=1`))
  expect(await page.getByText('Differs from its page').count()).toBe(0)
  await button(page, 'Save').click()
  await eventually(async () => (await as('owner').apiRun.info({ item_id, run_id })).run.steps[0]?.method, 'POST')
})

test('a step sends an attachment of the project', async () => {
  const item_id = await addItem(as('owner'), { item_name: 'Shop' })
  await as('owner').attachment.attachmentUpload({ item_id, file: new File(['text'], 'notes.txt') })
  const page = openAs(browser, 'owner', `/item/runs/${item_id}/0`)
  await button(page, 'Add step').click()
  await field(page, 'Address').fill(`${url}/state`)
  await page.getByRole('combobox', { name: 'Body', exact: true }).selectOption('multipart')
  await button(page, 'Add file').click()
  await field(page, 'Field').fill('doc')
  await button(page, 'Apply').click()
  await button(page, 'Save').click()
  await eventually(async () => {
    const [run] = await as('owner').apiRun.list({ item_id })
    const info = run && (await as('owner').apiRun.info({ item_id, run_id: run.run_id }))
    return info?.run.steps[0]?.body.rows.map(({ name, file_id }) => [name, file_id > 0])
  }, [['doc', true]])
})
