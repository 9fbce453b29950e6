import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  expectHidden,
  expectVisible,
  newSite,
  type OpenOptions,
  type Site,
} from './support/browser.ts'
import { type Screen, showing, testScreens } from './support/screens.ts'

let site: Site
let lee: Awaited<ReturnType<Site['newAccount']>>
/** The addresses of the pages by name. */
const at = new Map<string, string>()
const page_ids = new Map<string, number>()
let item_id: number

const text = `## Create an order

The **orders** service keeps every order under its \`order_id\`, see [the guide](https://example.com/guide).
订单服务保存每一笔订单。

| Name | Type | Remark |
| --- | --- | --- |
| id | int | key |
| state | string | open, paid or sent |

\`\`\`json
{ "id": 7, "state": "open" }
\`\`\`

> [!WARNING]
> A paid order cannot be cancelled.

- [x] Read the guide
- [ ] 写一个例子
`

const lines = Array.from({ length: 24 }, (_, at) => `Line ${at} of the page stands as it was written.`)
const change = (words: string, places: readonly number[]) =>
  lines.map((line, at) => (places.includes(at) ? line.replace('stands', words) : line)).join('\n')

const own = ['source', 'split', 'visual', 'save', 'insert', 'slash', 'find', 'table', 'notify', 'history', 'block']

beforeAll(async () => {
  site = await newSite()
  const { admin } = site
  lee = await site.newAccount('lee')
  item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  const cat_id = await addCatalog(admin, item_id, 'Orders 订单')
  for (const name of [...own, 'held', 'asked', 'draft', 'merge', 'leave'])
    page_ids.set(
      name,
      await addPage(admin, item_id, 'Create an order', name === 'merge' ? lines.join('\n') : text, cat_id),
    )
  for (const [name, page_id] of page_ids) at.set(name, `/page/edit/orders/${page_id}?mode=source`)
  at.set('split', `/page/edit/orders/${page_ids.get('split')}`)
  at.set('visual', `/page/edit/orders/${page_ids.get('visual')}?mode=visual`)
  await admin.member.save({ item_id, username: 'lee', member_group_id: 1 })
  const idOf = (name: string) => page_ids.get(name) ?? 0
  await lee.client.page.setLock({ item_id, page_id: idOf('held') })
  await admin.page.setLock({ item_id, page_id: idOf('asked') })
  await admin.page.saveDraft({
    item_id,
    page_id: idOf('draft'),
    page_title: 'Create an order',
    page_content: `${text}\nAn hour of work more.`,
    cat_id,
    base_version: 1,
  })
  await admin.page.save({
    item_id,
    page_id: idOf('history'),
    page_title: 'Create an order',
    page_content: `${text}\nOne line more.`,
    cat_id,
  })
})

const signedIn = (): OpenOptions => ({ token: site.token })
const box = (page: Page) => page.locator('.cm-content')
const dialog = (page: Page) => page.getByRole('dialog')
const written = (page: Page) => expectVisible(box(page).getByText('Create an order'))

/** Puts the cursor at the end of the line with this text. */
async function cursorAt(page: Page, words: string) {
  await box(page).locator('.cm-line', { hasText: words }).first().click()
  await page.keyboard.press('End')
}

/** Opens a menu by its button; again after a language change, because resizing the window closes a menu. */
const menuOf = (name: RegExp) => async (page: Page) => {
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('menu'))
  await page.getByRole('button', { name }).first().click()
  await expectVisible(page.getByRole('menu'))
}

const saveMenu = menuOf(/^(?:More save options|更多保存方式)/)
const insertMenu = menuOf(/^(?:Insert|插入)$/)

/** On a phone the table tools are in the overflow menu. */
async function tableMenu(page: Page) {
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('menu'))
  await cursorAt(page, '| id')
  await page
    .getByRole('button', { name: /^(?:Table|表格|More formatting|更多格式)$/ })
    .filter({ visible: true })
    .first()
    .click()
  await expectVisible(page.getByRole('menu'))
}

async function slash(page: Page) {
  await cursorAt(page, '订单服务')
  const line = await box(page).locator('.cm-activeLine').innerText()
  if (line.endsWith('/')) await page.keyboard.press('Backspace')
  else await page.keyboard.type(' ')
  await page.keyboard.type('/')
  await expectVisible(page.locator('.cm-tooltip-autocomplete'))
}

const screens: readonly Screen[] = [
  {
    name: 'editor-source',
    at: 'source',
    reach: async (page) => {
      await written(page)
      await page.getByRole('button', { name: 'Source', exact: true }).click()
      await expectHidden(page.locator('.md-body'))
    },
  },
  {
    name: 'editor-split',
    at: 'split',
    reach: async (page) => {
      await written(page)
      await page.getByRole('button', { name: 'Split', exact: true }).click()
      await expectVisible(page.locator('.md-body table'))
    },
    // a narrow window shows one of the two, with a switch
    again: async (page) => {
      const preview = page.getByRole('button', { name: /^(?:Preview|预览)$/ })
      // the switch appears some moments after the window has become narrow
      const isShown = async () => {
        if (await preview.isVisible()) await preview.click()
        return page.locator('.md-body table').isVisible()
      }
      await expect.poll(isShown, { timeout: 30_000 }).toBe(true)
    },
  },
  { name: 'editor-visual', at: 'visual', reach: (page) => expectVisible(page.locator('.ProseMirror table')) },
  { name: 'editor-empty', at: '/page/edit/orders/0?mode=source', reach: (page) => expectVisible(box(page)) },
  showing('editor-save-menu', 'save', written, saveMenu),
  showing('editor-insert-menu', 'insert', written, insertMenu),
  showing('editor-slash-menu', 'slash', written, slash),
  {
    name: 'editor-find',
    at: 'find',
    reach: async (page) => {
      await written(page)
      await box(page).click()
      await page.keyboard.press('Control+h')
      await page.keyboard.type('order')
      await expectVisible(page.getByRole('search'))
    },
  },
  showing('editor-table-menu', 'table', written, tableMenu),
  {
    name: 'editor-lock-manager',
    at: 'held',
    reach: (page) => expectVisible(dialog(page).getByText(/^lee has been editing/)),
  },
  {
    name: 'editor-lock-asked',
    at: 'asked',
    options: () => ({ token: lee.token }),
    reach: async (page) => {
      await dialog(page).getByRole('button', { name: 'Ask to edit' }).click()
      await expectVisible(dialog(page).getByText(/has been asked to hand over the page/))
    },
  },
  { name: 'editor-draft', at: 'draft', reach: (page) => expectVisible(page.getByText(/^A draft from /)) },
  {
    name: 'editor-merge',
    at: 'merge',
    reach: async (page) => {
      await expectVisible(page.getByText('Locked by you', { exact: true }))
      await box(page).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(change('is mine, and longer than it was before,', [3, 10, 20]))
      await site.admin.page.save({
        item_id,
        page_id: page_ids.get('merge') ?? 0,
        page_title: 'Create an order',
        page_content: change('is theirs', [10, 15, 20]),
      })
      await page.keyboard.press('Control+s')
      await expectVisible(dialog(page).getByText('Conflict 1 of 2'))
    },
  },
  {
    name: 'editor-notify',
    at: 'notify',
    reach: async (page) => {
      await written(page)
      await page.keyboard.press('Control+Shift+s')
      await dialog(page).getByRole('combobox', { name: 'People' }).fill('lee')
      await page.keyboard.press('Enter')
      await expectVisible(dialog(page).getByRole('button', { name: 'Save and notify 1' }))
    },
  },
  {
    name: 'editor-history',
    at: 'history',
    reach: async (page) => {
      await written(page)
      await page.getByRole('button', { name: 'History', exact: true }).click()
      await expectVisible(
        dialog(page)
          .getByRole('button', { name: /^admin.*\d\d:\d\d/ })
          .first(),
      )
    },
  },
  {
    name: 'editor-api-block',
    at: 'block',
    reach: async (page) => {
      await written(page)
      await insertMenu(page)
      await page.getByRole('menuitem', { name: 'API block' }).click()
      await dialog(page)
        .getByRole('textbox')
        .first()
        .fill(`curl 'https://shop.example.com/v1/orders?page=2' -H 'X-Trace: 1' --data-raw '{"id": 7}'`)
      await expectVisible(dialog(page).getByText('https://shop.example.com/v1/orders').last())
    },
  },
  {
    name: 'editor-leave',
    at: 'leave',
    reach: async (page) => {
      await expectVisible(page.getByText('Locked by you', { exact: true }))
      await cursorAt(page, '订单服务')
      await page.keyboard.type('又一句。')
      await page.getByRole('button', { name: 'Back' }).click()
      await expectVisible(page.getByRole('dialog').or(page.getByRole('alertdialog')))
    },
  },
]

testScreens(
  screens.map((screen) => ({ options: signedIn, ...screen })),
  () => ({ server: site.server, addressOf: (name) => at.get(name) ?? name }),
)
