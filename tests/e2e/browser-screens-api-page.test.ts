import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addItem, addPage, expectVisible, newSite, type Site } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

const samples = join(import.meta.dirname, '../fixtures/showdoc/api-doc-to-markdown.json')
const recorded: { cases: { document: object }[] } = JSON.parse(readFileSync(samples, 'utf8'))

let site: Site
/** Ids by the names that stand for them in the addresses. */
const ids: Record<string, string> = {}

const names = ['organisation_identifier', 'department', 'employee_identifier', 'contract_with_a_long_name']
const longNames = {
  info: {
    url: `{{host}}/v1/${names.map((name) => `${name}/{${name}}`).join('/')}`,
    method: 'patch',
    apiStatus: '4',
    description: '更新某个员工合同的附件信息，**仅管理员**可用。',
    remark: '## 注意\n\n- 每分钟 60 次',
  },
  request: {
    pathVariable: names.map((name) => ({
      name,
      type: 'string',
      value: '编号-2026',
      require: '1',
      remark: '所属组织的唯一编号',
    })),
  },
  response: {
    examples: [{ name: '限流', data: '{"code": 429}', param: [{ name: 'code', type: 'int', remark: '错误码' }] }],
  },
}

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  ids['FULL'] = String(await addPage(admin, item_id, 'Create an order', JSON.stringify(recorded.cases[0]?.document)))
  ids['LONG'] = String(await addPage(admin, item_id, '更新员工合同附件', JSON.stringify(longNames)))
  ids['BROKEN'] = String(await addPage(admin, item_id, 'Broken', '{\n  "info": {"url": "/x"},,\n}'))
  const header = [{ name: 'X-Client', type: 'string', value: 'web', require: '1', remark: 'client name' }]
  await admin.item.setGlobalParam({ item_id, global_param: JSON.stringify({ header }) })
})

const addressOf = (at: string) => at.replace(/[A-Z]{4,}/g, (word) => ids[word] ?? word)
const signedIn = () => ({ token: site.token })
const isForm = (page: Page) => expectVisible(page.locator('[data-path="info.url"]'))
const isRead = (page: Page) => expectVisible(page.getByRole('heading', { level: 2 }).first())

const screens: Screen[] = [
  { name: 'api-page', at: '/orders/FULL', options: signedIn, reach: isRead },
  { name: 'api-page-long', at: '/orders/LONG', options: signedIn, reach: isRead },
  { name: 'api-form', at: '/page/edit/orders/FULL', options: signedIn, reach: isForm },
  { name: 'api-form-long', at: '/page/edit/orders/LONG', options: signedIn, reach: isForm },
  { name: 'api-form-new', at: '/page/edit/orders/0?kind=api', options: signedIn, reach: isForm },
  {
    name: 'api-form-broken',
    at: '/page/edit/orders/BROKEN',
    options: signedIn,
    reach: (page) => expectVisible(page.locator('.cm-editor')),
  },
]

testScreens(screens, () => ({ server: site.server, addressOf }))
