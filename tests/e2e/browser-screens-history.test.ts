import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addCatalog, addItem, addPage, expectVisible, newSite, type Site } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
/** Ids by the names that stand for them in the addresses. */
const ids: Record<string, string> = {}

const before = `# Orders

Read [the rules](#x) before you begin.

| Name | Type |
| --- | --- |
| id | int |

${Array.from({ length: 30 }, (_, at) => `Line ${at + 1}.`).join('\n\n')}

\`POST /v1/user\`
`
const after = before
  .replace('| id | int |', '| id | int |\n| 名称 | 文本 |')
  .replace(
    'POST /v1/user',
    'POST /v1/users and a much longer sentence that does not fit on one line of a narrow column',
  )

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  ids['ITEM'] = String(item_id)
  await addCatalog(admin, item_id, 'Users')
  const page_title = 'A page whose name is much longer than the tree is wide, and then some more of it'
  const page_id = await addPage(admin, item_id, page_title, before)
  ids['PAGE'] = String(page_id)
  await admin.page.save({ item_id, page_id, page_title: 'Orders', page_content: after, page_comments: '修正了表格' })
  await admin.page.save({ item_id, page_id, page_title: 'Orders', page_content: `${after}\nThe end.` })
  await admin.page.save({ item_id, page_id, page_title: 'Orders', page_content: after })
  const versions = await admin.page.history({ page_id, without_text: true })
  ids['FIRST'] = versions.at(-1)?.page_history_id ?? ''
  ids['SECOND'] = versions.at(-2)?.page_history_id ?? ''
  await admin.template.save({ template_title: '会议纪要', template_content: '# 会议纪要\n\n- 时间\n- 参加者' })
  await admin.template.save({
    template_title: 'A template with a name that does not fit on one line of the list',
    template_content: '## Request\n\n`GET /v1/things`',
  })
})

const addressOf = (at: string) => at.replace(/[A-Z]{4,}/g, (word) => ids[word] ?? word)
const signedIn = () => ({ token: site.token })
const drawer = (page: Page) => page.getByRole('dialog')

async function openHistory(page: Page): Promise<void> {
  await expectVisible(page.getByRole('heading', { level: 1 }).first())
  await page.keyboard.press('h')
  await expectVisible(drawer(page).getByText('Current', { exact: true }))
  await expectVisible(drawer(page).getByText('−1').first())
}

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await page.getByRole('menuitem', { name: 'Export this page' }).click()
  await expectVisible(page.getByRole('dialog'))
}

async function openTemplates(page: Page, entry: string): Promise<void> {
  const menu = entry === 'Save as template' ? 'More save options' : 'Insert'
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await expectVisible(page.getByRole('dialog'))
}

const rows = (page: Page) => expectVisible(page.locator('[data-row]').first())
const diff = '/page/diff/PAGE/FIRST'

const screens: Screen[] = [
  { name: 'history-drawer', at: '/orders/PAGE', options: signedIn, reach: openHistory },
  {
    name: 'history-choose',
    at: '/orders/PAGE',
    options: signedIn,
    reach: async (page) => {
      await openHistory(page)
      await drawer(page).getByRole('button', { name: 'Compare two versions' }).click()
    },
  },
  {
    name: 'history-preview',
    at: '/orders/PAGE',
    options: signedIn,
    reach: async (page) => {
      await openHistory(page)
      await drawer(page)
        .getByRole('listitem')
        .nth(1)
        .getByRole('button', { name: /Preview$/ })
        .click()
      await expectVisible(page.getByRole('dialog').getByText('The end.'))
    },
  },
  {
    name: 'history-restore',
    at: diff,
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Restore this version' }).click()
      await expectVisible(page.getByRole('alertdialog'))
    },
  },
  {
    name: 'diff-text',
    at: diff,
    options: signedIn,
    reach: async (page) => {
      await rows(page)
      await page.keyboard.press('n')
    },
  },
  { name: 'diff-unified', at: `${diff}?unified=1&with=SECOND`, options: signedIn, reach: rows },
  {
    name: 'diff-rendered',
    at: `${diff}?rendered=1`,
    options: signedIn,
    reach: (page) => expectVisible(page.locator('[data-changed]').first()),
  },
  { name: 'diff-reader', at: `${diff}?all=1`, reach: rows },
  {
    name: 'diff-same',
    at: '/page/diff/PAGE/SECOND',
    reach: (page) => expectVisible(page.getByText(/have the same text/)),
  },
  {
    name: 'diff-gone',
    at: '/page/diff/PAGE/99999',
    reach: (page) => expectVisible(page.getByText(/version is no longer available/)),
  },
  {
    name: 'export-catalog',
    at: '/orders/PAGE',
    options: signedIn,
    reach: async (page) => {
      await openExport(page)
      await page.locator('label').filter({ hasText: 'One folder' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
      await expectVisible(page.getByRole('alert'))
    },
  },
  {
    name: 'export-running',
    at: '/orders/PAGE',
    options: signedIn,
    reach: async (page) => {
      // the task is never seen to end
      await page.route('**/api/export/start', (route) =>
        route.fulfill({ json: { error_code: 0, data: { job_id: 'never' } } }),
      )
      await page.route('**/api/job/list', () => undefined)
      await openExport(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
      await expectVisible(page.getByRole('progressbar'))
    },
  },
  {
    name: 'export-choice',
    at: '/orders/PAGE',
    options: signedIn,
    reach: async (page) => {
      await openExport(page)
      await page.locator('label').filter({ hasText: 'Chosen folders and pages' }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  {
    name: 'export-screen',
    at: '/item/export/ITEM',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('radio', { name: /^Word/ })),
  },
  {
    name: 'template-list',
    at: '/page/edit/orders/0',
    options: signedIn,
    reach: async (page) => {
      await openTemplates(page, 'Template')
      await expectVisible(page.getByRole('option').first())
    },
  },
  {
    name: 'template-share',
    at: '/page/edit/orders/0',
    options: signedIn,
    reach: async (page) => {
      await openTemplates(page, 'Template')
      await page.getByRole('button', { name: 'Share with projects' }).click()
      await expectVisible(page.getByRole('checkbox', { name: 'Orders API' }))
    },
  },
  {
    name: 'template-save',
    at: '/page/edit/orders/0',
    options: signedIn,
    reach: (page) => openTemplates(page, 'Save as template'),
  },
  {
    name: 'change-log',
    at: '/item/index',
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Menu of Orders API', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Activity' }).click()
      await expectVisible(page.getByRole('dialog').getByRole('table'))
    },
  },
]

testScreens(screens, () => ({ server: site.server, addressOf }))
