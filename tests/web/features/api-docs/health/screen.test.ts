import { expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const owner = () => browser.app.as('owner')

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 5 } } }
const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders/{id}': {
      put: {
        summary: 'Change an order',
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: 'It', content: { 'application/json': { schema } } } },
      },
    },
  },
}

async function addShop(): Promise<number> {
  const file = new File([JSON.stringify(description)], 'shop.json')
  return Number((await owner().import.auto({ file })).item_id)
}

test('shows a score with its findings, and fixes at one click what needs no words', async () => {
  const item_id = await addShop()
  const page = openAs(browser, 'owner', `/item/health/${item_id}`)
  const before = await owner().apiHealth.info({ item_id })
  await expectVisible(page.getByRole('link', { name: 'Shop' }))
  await expectVisible(page.getByRole('img', { name: `Score: ${before.score} of 100` }))
  const order = page.getByRole('region', { name: 'Change an order' })
  await expectVisible(order.getByText('/orders/{id}'))
  const fix = page.getByRole('button', { name: 'Fix what can be fixed on “Change an order”' })
  await fix.click()
  await expectVisible(page.getByText(/^\d+ findings? fixed$/))
  await expectHidden(fix)
  const after = await owner().apiHealth.info({ item_id })
  expect(after.score).toBeGreaterThan(before.score)
  await expectVisible(page.getByRole('img', { name: `Score: ${after.score} of 100` }))
})

test('filters by level, and the level of a rule changes what is found', async () => {
  const item_id = await addShop()
  const { rules, pages } = await owner().apiHealth.info({ item_id })
  const finding = pages[0]?.findings.find(({ level }) => level !== 'error')
  const rule = rules.find((one) => one.rule === finding?.rule)
  const page = openAs(browser, 'owner', `/item/health/${item_id}`)
  await expectVisible(page.getByText(finding?.text ?? '').first())
  await page.getByRole('combobox', { name: 'Show' }).selectOption('error')
  await expectHidden(page.getByText(finding?.text ?? ''))
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('combobox', { name: `Level: ${rule?.title}` }).selectOption('off')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('Rules saved'))
  const after = await owner().apiHealth.info({ item_id })
  expect(after.pages[0]?.findings.map((one) => one.rule)).not.toContain(rule?.rule)
})

test('a project without API pages says so, and readers learn that they may not see it', async () => {
  const item_id = await browser.app.rows.newItem({ item_name: 'Texts' })
  await expectVisible(openAs(browser, 'owner', `/item/health/${item_id}`).getByText('No API pages yet.'))
  browser.app.rows.newMember(item_id, 'rea', 'read')
  const page = openAs(browser, 'rea', `/item/health/${item_id}`)
  await expectVisible(page.getByText('You can’t see the API health of this project.'))
})
