import { beforeAll, expect, test } from 'vitest'
import { addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const owner = () => browser.app.as('owner')

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (name: string) => ({
  200: { description: 'ok', content: { 'application/json': { schema: ref(name), example: { name: 'Rex' } } } },
})
const description = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.test' }],
  paths: {
    '/pets': { get: { summary: 'List pets', responses: answer('Pet') } },
    '/owners': { get: { summary: 'List owners', responses: answer('Owner') } },
  },
  components: {
    schemas: {
      Pet: { type: 'object', description: 'What lives with a person.', properties: { owner: ref('Owner') } },
      Owner: { type: 'object', properties: { name: { type: 'string' }, pets: { type: 'array', items: ref('Pet') } } },
    },
  },
}

let item_id = 0
let list_pets = ''

beforeAll(async () => {
  const file = new File([JSON.stringify(description)], 'pets.json')
  item_id = Number((await owner().import.auto({ file })).item_id)
  await owner().item.update({ item_id, item_name: 'Pets', item_domain: 'pets', visibility: 'public' })
  const { menu } = await owner().item.info({ item_id })
  const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  list_pets = String(pages.find(({ page_title }) => page_title === 'List pets')?.page_id)
})

test('a reader goes from a page to a model, from there to another one, and to where it is used', async () => {
  const page = openAs(browser, undefined, `/pets/${list_pets}`)
  await page.getByRole('link', { name: 'Model Pet', exact: true }).first().click()
  await expectVisible(page.getByRole('heading', { name: 'Pet', exact: true, level: 1 }))
  expect(browser.path).toBe('/pets/models/Pet')
  await expectVisible(page.getByText('What lives with a person.'))
  const uses = page.getByRole('region', { name: 'Used by' })
  await expectVisible(uses.getByText('Operations, through other models'))
  await page.getByRole('link', { name: 'Model Owner', exact: true }).first().click()
  await expectVisible(page.getByRole('heading', { name: 'Owner', exact: true, level: 1 }))
  await expectVisible(page.locator('[id="user-content-api.model.name"]'))
  await uses.getByRole('link', { name: 'List owners' }).click()
  await expectVisible(page.getByRole('heading', { name: 'List owners', level: 1 }))
})

test('the tree leads to the list of all models, which can be searched', async () => {
  const page = openAs(browser, undefined, `/pets/${list_pets}`)
  await page.getByRole('link', { name: 'Models 2' }).click()
  await expectVisible(page.getByText('2 models', { exact: true }))
  await page.getByRole('textbox', { name: 'Find a model' }).fill('lives')
  await expectVisible(page.getByText('1 model', { exact: true }))
  await expectHidden(page.getByRole('link', { name: 'Owner', exact: true }))
  await page.getByRole('link', { name: 'Pet', exact: true }).click()
  await eventually(() => browser.path, '/pets/models/Pet')
  await page.goto('/pets/models/Nobody')
  await expectVisible(page.getByText('There is no model “Nobody” here.'))
})

test('a page shows its mock address, and says when a template answers there', async () => {
  const page = openAs(browser, 'owner', `/pets/${list_pets}`)
  const mock = page.getByRole('group', { name: 'Mock address' })
  await expectVisible(mock.getByText(new RegExp(`/mock-path/${item_id}/pets$`)))
  await expectVisible(mock.getByText(/^Answers from the examples and schemas of this page/))
  await expectVisible(mock.getByRole('button', { name: 'Copy mock address' }))
  await owner().mock.add({ page_id: list_pets, path: '/pets', template: '{"a":1}' })
  const later = openAs(browser, 'owner', `/pets/${list_pets}`)
  await expectVisible(later.getByText('A mock template answers at this address.'))
})

test('a project without API pages offers neither its health nor models', async () => {
  const plain = await browser.app.rows.newItem({ item_name: 'Texts' })
  await addPage(owner(), plain, 'Text', '# Text')
  const page = openAs(browser, 'owner', `/${plain}`)
  await page.getByRole('button', { name: 'Project menu' }).click()
  await expectVisible(page.getByRole('menuitem', { name: 'Settings' }))
  await expectHidden(page.getByRole('menuitem', { name: 'API health' }))
  await expectHidden(page.getByRole('menuitem', { name: 'Models' }))
  const shop = openAs(browser, 'owner', '/pets')
  await shop.getByRole('button', { name: 'Project menu' }).click()
  await expectVisible(shop.getByRole('menuitem', { name: 'API health' }))
  await expectVisible(shop.getByRole('menuitem', { name: 'Models' }))
})
