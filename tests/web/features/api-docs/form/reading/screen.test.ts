import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const owner = () => browser.app.as('owner')

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const wide = Object.fromEntries(
  Array.from({ length: 2000 }, (_, at) => [`field${at}`, at === 1500 ? ref('Item') : { type: 'string' }]),
)
const description = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/orders': {
      post: {
        summary: 'Create an order',
        description: 'Reserves its items.',
        'x-stability-level': 'beta',
        'x-internal': true,
        parameters: [{ name: 'dry_run', in: 'query', required: true, schema: { type: 'boolean', default: false } }],
        requestBody: json(ref('Order')),
        responses: {
          201: { description: 'Created', ...json(ref('Order')) },
          404: { description: 'No such item', ...json({ type: 'object', properties: { reason: { type: 'string' } } }) },
        },
      },
    },
    '/wide': { post: { summary: 'Wide', requestBody: json({ type: 'object', properties: wide }), responses: {} } },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Item: {
        type: 'object',
        required: ['sku'],
        properties: { sku: { type: 'string', maxLength: 12 }, parts: { type: 'array', items: ref('Item') } },
      },
      Card: { type: 'object', properties: { number: { type: 'string' } } },
      Voucher: { type: 'object', properties: { code: { type: 'string', enum: ['<b>', 'x'] } } },
      Order: {
        type: 'object',
        properties: { items: { type: 'array', items: ref('Item') }, payment: { oneOf: [ref('Card'), ref('Voucher')] } },
      },
    },
  },
}

let item_id = ''
const ids = new Map<string, string>()

beforeAll(async () => {
  const made = await owner().import.auto({ file: new File([JSON.stringify(description)], 'orders.json') })
  item_id = String(made.item_id)
  const { menu } = await owner().item.info({ item_id })
  const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  for (const page of pages) ids.set(page.page_title, String(page.page_id))
})

const openPage = (title: string, rest = '') => openAs(browser, 'owner', `/${item_id}/${ids.get(title)}${rest}`)
const fold = (page: Screen, name: string) =>
  page.getByRole('button', { name: `Fields of ${name}`, exact: true }).first()
const body = (page: Screen) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Request body' }) })

test('responses are tabs by status, each with its own fields, and arrow keys move', async () => {
  const page = openPage('Create an order')
  const tabs = page.getByRole('tablist', { name: 'Responses' })
  await expectVisible(tabs.getByRole('tab', { name: '404' }))
  await expectHidden(page.getByText('reason', { exact: true }))
  await tabs.getByRole('tab', { name: '201' }).click()
  await page.keyboard.press('ArrowRight')
  await expectVisible(tabs.getByRole('tab', { name: '404', selected: true }))
  await expectVisible(page.getByRole('listitem').filter({ hasText: 'reason' }))
  await expectVisible(page.getByText('No such item'))
  expect(await page.getByRole('main').textContent()).not.toContain('Success')
})

test('says what the description says: required, limits, marks, authentication, and the URL once', async () => {
  const page = openPage('Create an order')
  await expectVisible(page.getByText('dry_run').first())
  const parameter = page.getByRole('listitem').filter({ hasText: 'dry_run' })
  await eventually(() => parameter.textContent(), /boolean\s*required.*Default\s*false/)
  const line = page.getByRole('group', { name: 'Request' })
  for (const mark of ['POST', 'Beta', 'Internal']) await expectVisible(line.getByText(mark, { exact: true }))
  await expectVisible(page.getByText('X-Key', { exact: true }).first())
  await page.locator('summary').filter({ hasText: 'Authentication' }).click()
  await expectVisible(page.getByText(/Add the variable \{\{key\}\} to your environment/))
  await eventually(() => page.getByRole('region', { name: 'Request' }).textContent(), /X-Key: \{\{key\}\}/)
})

test('nested fields fold by keyboard, and a value that contains itself opens on demand', async () => {
  const page = openPage('Create an order')
  const items = fold(page, 'items')
  await expectVisible(items)
  const sku = body(page).getByText('sku', { exact: true })
  await expectVisible(sku.first())
  ;(await items.element()).focus()
  await page.keyboard.press('Enter')
  await eventually(async () => (await items.element()).getAttribute('aria-expanded'), 'false')
  await expectHidden(sku)
  await page.keyboard.press('Enter')
  const parts = body(page).getByRole('button', { name: 'Fields of parts', exact: true })
  await expectVisible(parts)
  expect(parts.elements()).toHaveLength(1)
  await parts.click()
  await eventually(async () => parts.elements().length, 2)
})

test('alternatives are a switch, and values are text', async () => {
  const page = openPage('Create an order')
  const choice = body(page).getByRole('tablist', { name: 'One of' })
  await expectVisible(body(page).getByText('number', { exact: true }))
  await choice.getByRole('tab', { name: 'Voucher' }).click()
  await expectHidden(body(page).getByText('number', { exact: true }))
  await expectVisible(body(page).getByText('<b>', { exact: true }))
})

test('the name of a model leads to its page, and an address opens it next to the text', async () => {
  const page = openPage('Create an order')
  await body(page).getByRole('link', { name: 'Model Item' }).first().click()
  await expectVisible(page.getByRole('heading', { name: 'Item', exact: true, level: 1 }))
  await expectVisible(page.getByText('sku', { exact: true }))
  await page.goto(`/${item_id}/${ids.get('Create an order')}?model=Card`)
  await expectVisible(page.getByRole('dialog', { name: 'Model Card' }).getByText('number', { exact: true }))
})

test('an address leads to a field of a response and opens what is on the way', async () => {
  const page = openPage('Create an order', '#api.response.404.reason')
  await expectVisible(page.getByRole('tab', { name: '404', selected: true }).first())
  const target = page.locator('[id="user-content-api.response.404.reason"]')
  await eventually(async () => (await target.element()).hasAttribute('data-target'), true)
  expect((await target.element()).querySelector('a')?.getAttribute('href')).toBe('#api.response.404.reason')
})

test('two thousand fields are drawn fifty at a time, and an address still finds one far down', async () => {
  const page = openPage('Wide')
  await expectVisible(page.getByText('field49', { exact: true }))
  await expectHidden(page.getByText('field50', { exact: true }))
  await page.getByRole('button', { name: 'Show 50 more' }).click()
  await expectVisible(page.getByText('field99', { exact: true }))
  const deep = openPage('Wide', '#api.body.field1500.sku')
  await expectVisible(deep.locator('[id="user-content-api.body.field1500.sku"]'))
})

test('the language of the samples is remembered, also on another page', async () => {
  const page = openPage('Create an order')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('csharp')
  await eventually(() => page.getByRole('region', { name: 'Request' }).textContent(), /HttpRequestMessage/)
  const other = openPage('Wide')
  await eventually(() => other.getByRole('region', { name: 'Request' }).textContent(), /HttpRequestMessage/)
})

test('Try it takes the place of the samples and gives it back', async () => {
  const page = openPage('Create an order')
  await page.getByRole('button', { name: 'Try it', exact: true }).click()
  await expectVisible(page.getByRole('button', { name: 'Send', exact: true }))
  await page.getByRole('button', { name: 'Back to the samples' }).click()
  await expectVisible(page.getByRole('combobox', { name: 'Language' }))
})

test('the public link of a page shows the same reference to visitors', async () => {
  const { unique_key } = (await owner().page.createSinglePage({
    page_id: ids.get('Create an order') ?? '',
    isCreateSiglePage: 'true',
  })) as { unique_key: string }
  const page = openAs(browser, '', `/p/${unique_key}`)
  await expectVisible(page.getByRole('tab', { name: '404' }).first())
  await expectVisible(page.getByRole('listitem').filter({ hasText: 'dry_run' }))
})

test('a page that people wrote is the same reference: dotted names nest, and statuses are tabs', async () => {
  const text = JSON.stringify({
    info: { type: 'api', method: 'post', url: '/pay' },
    request: {
      params: {
        mode: 'json',
        json: '{"metadata":{"order_id":1}}',
        jsonDesc: [{ name: 'metadata.order_id', type: 'int', require: '1', remark: 'Which order' }],
      },
    },
    response: { responseExample: '{"ok":true}', responseFailExample: '{"ok":false}', responseFailExampleStatus: '402' },
  })
  const own = await addItem(owner(), { item_name: 'Pay' })
  const page = openAs(browser, 'owner', `/${own}/${await addPage(owner(), own, 'Pay', text)}`)
  await expectVisible(fold(page, 'metadata'))
  await expectVisible(page.getByText('order_id', { exact: true }))
  await expectVisible(page.getByRole('tablist', { name: 'Responses' }).getByRole('tab', { name: '402' }))
  await expectHidden(page.getByText('No', { exact: true }))
})

const choosable = {
  openapi: '3.1.0',
  info: { title: 'Toys', version: '1' },
  servers: [
    {
      url: 'https://{region}.toys.test/v1',
      description: 'Live',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
    },
    { url: 'https://sandbox.toys.test', description: 'Sandbox' },
  ],
  paths: {
    '/toys/{kind}': {
      post: {
        summary: 'Add a toy',
        parameters: [
          {
            name: 'kind',
            in: 'path',
            required: true,
            schema: { type: 'string' },
            examples: { ball: { value: 'ball' }, car: { summary: 'With four wheels', value: 'car' } },
          },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: ref('Toy'),
              examples: {
                small: { value: { name: 'Marble' } },
                large: { summary: 'One for the garden', description: 'It is **heavy**.', value: { name: 'Slide' } },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: ref('Toy'),
                examples: {
                  made: { value: { name: 'Made' } },
                  found: { summary: 'It was there', value: { name: 'Found' } },
                },
              },
            },
          },
          409: {
            description: 'Taken',
            content: { 'application/json': { examples: { taken: { value: { by: 'x' } } } } },
          },
        },
      },
    },
  },
  components: { schemas: { Toy: { type: 'object', properties: { name: { type: 'string', maxLength: 40 } } } } },
}

async function importToys(): Promise<{ item: string; path: string }> {
  const made = await owner().import.auto({ file: new File([JSON.stringify(choosable)], 'toys.json') })
  const item = String(made.item_id)
  const { menu } = await owner().item.info({ item_id: item })
  const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  return { item, path: `/${item}/${pages.find(({ page_title }) => page_title === 'Add a toy')?.page_id}` }
}

test('the server that a reader chooses is that of the address, the samples and Try it, and is remembered', async () => {
  const { path } = await importToys()
  const page = openAs(browser, 'owner', path)
  const line = page.getByRole('group', { name: 'Request' })
  const sample = () => page.getByRole('region', { name: 'Request' }).textContent()
  await eventually(() => line.textContent(), /https:\/\/eu\.toys\.test\/v1\/toys/)
  await page.getByRole('combobox', { name: 'Server variable region' }).selectOption('us')
  await eventually(() => line.textContent(), /https:\/\/us\.toys\.test\/v1\/toys/)
  await eventually(sample, /https:\/\/us\.toys\.test\/v1\/toys/)
  await page.getByRole('combobox', { name: 'Server', exact: true }).selectOption('https://sandbox.toys.test · Sandbox')
  await eventually(sample, /https:\/\/sandbox\.toys\.test\/toys/)
  const again = openAs(browser, 'owner', path)
  await eventually(
    () => again.getByRole('region', { name: 'Request' }).textContent(),
    /https:\/\/sandbox\.toys\.test\/toys/,
  )
  await again.getByRole('button', { name: 'Try it', exact: true }).click()
  await expectVisible(again.getByText(/^https:\/\/sandbox\.toys\.test\/toys/).first())
})

test('examples are chosen by name: those of the request fill the sample and Try it, those of responses say what they are', async () => {
  const { path } = await importToys()
  const page = openAs(browser, 'owner', path)
  const sample = () => page.getByRole('region', { name: 'Request' }).textContent()
  await eventually(sample, /Marble/)
  await body(page).getByRole('combobox', { name: 'Examples' }).selectOption('large')
  await eventually(sample, /Slide/)
  await expectVisible(body(page).getByText('One for the garden'))
  await expectVisible(body(page).locator('strong').filter({ hasText: 'heavy' }))
  await page.getByRole('button', { name: 'car', exact: true }).click()
  await eventually(sample, /toys\/car/)
  await expectVisible(page.getByRole('button', { name: 'car', pressed: true }))

  const responses = page.getByRole('region', { name: 'Response' })
  await responses.getByRole('combobox', { name: 'Examples' }).selectOption('found')
  await expectVisible(responses.getByText('It was there'))
  await eventually(() => responses.textContent(), /Found/)

  await page.getByRole('button', { name: 'Try it', exact: true }).click()
  await eventually(() => page.locator('aside').textContent(), /toys\/car/)
  await page.getByRole('tab', { name: /^Body/ }).click()
  const text = page.getByRole('textbox', { name: /body/i })
  await eventually(() => text.inputValue(), /Slide/)
  // an edit stays when only the server changes, and an example that is chosen replaces it
  await text.fill('{"name":"Mine"}')
  await page.getByRole('combobox', { name: 'Server', exact: true }).selectOption('https://eu.toys.test/v1 · Live')
  await eventually(() => text.inputValue(), '{"name":"Mine"}')
  await body(page).getByRole('combobox', { name: 'Examples' }).selectOption('small')
  await eventually(() => text.inputValue(), /Marble/)
})

test('the mock says how a response, an example and a delay are chosen, with an address to copy', async () => {
  const { path } = await importToys()
  const page = openAs(browser, 'owner', path)
  const mock = page.getByRole('group', { name: 'Mock address' })
  await mock.getByRole('button', { name: 'Choose a response' }).click()
  await mock.getByRole('combobox', { name: 'Response' }).selectOption('200')
  await mock.getByRole('combobox', { name: 'Example' }).selectOption('found')
  await mock.getByRole('combobox', { name: 'Delay' }).selectOption('500')
  const address = await mock.getByRole('textbox', { name: 'Address of this response' }).inputValue()
  expect(address).toMatch(/\/mock-path\/.*\?mock_code=200&mock_example=found&mock_delay=500$/)
  await eventually(
    () => mock.getByRole('textbox', { name: 'The same as a header' }).inputValue(),
    'Prefer: code=200, example=found, delay=500',
  )
  const { pathname, search } = new URL(address)
  const answered = await fetch(`${browser.app.url}${pathname.replace('{kind}', 'car')}${search}`, { method: 'POST' })
  expect(await answered.json()).toEqual({ name: 'Found' })
})

test('the rows of a page that people wrote open the models that they name, and the sample is filled from them', async () => {
  const { item } = await importToys()
  const text = JSON.stringify({
    info: { type: 'api', method: 'put', url: 'https://toys.test/box' },
    request: {
      params: { mode: 'json', json: '', jsonDesc: [{ name: 'toys', type: 'array', schema: { items: ref('Toy') } }] },
    },
    response: {
      responseExampleStatus: '200',
      responseParamsDesc: [{ name: 'first', type: 'object', schema: ref('Toy') }],
    },
  })
  const page = openAs(browser, 'owner', `/${item}/${await addPage(owner(), Number(item), 'Box', text)}`)
  await expectVisible(fold(page, 'toys'))
  await expectVisible(body(page).getByText('name', { exact: true }))
  await eventually(() => body(page).textContent(), /array of object.*Max length\s*40/)
  await eventually(() => page.getByRole('region', { name: 'Request' }).textContent(), /"toys"/)
  await body(page).getByRole('link', { name: 'Model Toy' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Toy', exact: true, level: 1 }))
  await expectVisible(page.getByRole('link', { name: /Box/ }).first())
})
