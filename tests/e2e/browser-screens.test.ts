import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { root } from '#build/paths.ts'
import {
  addCatalog,
  addItem,
  addPage,
  advanceClock,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  type OpenOptions,
  open,
  type Site,
} from './support/browser.ts'
import { type RunningExecutable, start } from './support/executable.ts'
import {
  appearances,
  axeViolations,
  inspectScreen,
  overflow,
  type Screen,
  screenshot,
  setAppearance,
  setTheme,
  testScreens,
} from './support/screens.ts'

let site: Site
let closed: Site
let fresh: RunningExecutable
/** A user without items. */
let newcomer: string
let item_id: number
let rich_id: number

const rich = readFileSync(join(root, 'tests/e2e/support/rich-page.md'), 'utf8')

beforeAll(async () => {
  ;[site, closed, fresh] = await Promise.all([
    newSite({ args: ['--captcha', 'always'] }, { site_name: 'Team papers', register_open: true }),
    newSite(),
    start({ shared: true }),
  ])
  const { admin } = site
  newcomer = (await site.newAccount('mei')).token
  item_id = await addItem(admin, {
    item_name: 'Orders API',
    item_domain: 'orders',
    item_description: 'Placing, paying and tracking orders',
  })
  const users = await addCatalog(admin, item_id, 'Users')
  const deep = await addCatalog(admin, item_id, '内部接口', users)
  await addPage(admin, item_id, 'Getting started', 'Hello.')
  rich_id = await addPage(admin, item_id, 'Create a user', rich, users)
  await addPage(admin, item_id, '查询用户列表', '列出全部用户。', deep)
  await addPage(admin, item_id, 'A page whose name is much longer than the tree is wide, and then some more', '', users)
  await addItem(admin, { item_name: '空项目', item_domain: 'empty' })
  await addItem(admin, { item_name: 'House rules', item_type: 2, password: 'come in', item_domain: 'rules' })
  await addItem(admin, {
    item_name: 'A data dictionary with a name that does not fit on one line of a card',
    item_description: '一段很长的说明，看看它在卡片里会怎样显示，是不是会被截断，还是会换行。'.repeat(2),
    password: 'come in',
  })
})

const signedIn = (): OpenOptions => ({ token: site.token })
const heading = (page: Page, name: string | RegExp) => expectVisible(page.getByRole('heading', { level: 1, name }))
const ready = (page: Page) => expectVisible(page.getByRole('heading', { level: 1 }).first())
const editorText = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, Markdown' })

async function chooseInCard(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu of Orders API' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await expectVisible(page.getByRole('dialog').or(page.getByRole('alertdialog')))
}

async function chooseNew(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await expectVisible(page.getByRole('dialog'))
}

async function sendFile(page: Page, name: string): Promise<void> {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(join(root, 'tests/fixtures/showdoc', name))
}

async function toAdministratorStep(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^(?:Setup code|安装码)$/ }).fill(fresh.setupCode ?? '')
  await page.getByRole('button', { name: /^(?:Continue|继续)$/ }).click()
  await expectVisible(page.getByRole('textbox', { name: /^(?:Username|用户名)$/ }))
}

const screens: Screen[] = [
  { name: 'setup-start', at: '/setup', server: () => fresh, reach: (page) => heading(page, 'Set up this site') },
  { name: 'setup-administrator', at: '/setup', server: () => fresh, reach: toAdministratorStep },
  {
    name: 'setup-site',
    at: '/setup',
    server: () => fresh,
    reach: async (page) => {
      await toAdministratorStep(page)
      await page.getByRole('textbox', { name: 'Username' }).fill('ann')
      await page.getByLabel('Password', { exact: true }).fill('eleven green bottles')
      await page.getByLabel('Confirm password').fill('eleven green bottles')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expectVisible(page.getByRole('textbox', { name: 'Site name' }))
    },
  },
  { name: 'landing', at: '/', reach: ready },
  {
    name: 'login',
    at: '/user/login',
    reach: (page) => expectVisible(page.getByRole('img', { name: 'Image of five letters' })),
  },
  {
    name: 'login-failing',
    at: '/user/login',
    reach: async (page) => {
      await expectVisible(page.getByRole('img', { name: 'Image of five letters' }))
      await page.getByRole('textbox', { name: 'Username or email' }).fill('ann')
      await page.getByLabel('Password', { exact: true }).fill('guessed wrong')
      await page.getByRole('textbox', { name: 'Code' }).fill('zzzzz')
      await page.keyboard.press('Enter')
      await expectVisible(page.getByText('The code is wrong or no longer valid. Here is a new one.'))
    },
    again: async (page) => {
      await advanceClock(page, 600) // the form ignores a submission that soon after an error
      await page.locator('[name=captcha]').fill('zzzzz')
      await page.keyboard.press('Enter')
      await eventually(() => page.locator('[name=captcha]').inputValue(), '')
    },
  },
  {
    name: 'login-question',
    at: '/user/login',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Can’t read it?' }).click()
      await expectVisible(page.getByRole('status').filter({ hasText: /\?/ }))
    },
    // the question is in the language of the page
    again: async (page) => {
      const isChinese = (await page.evaluate(() => document.documentElement.lang)) === 'zh-CN'
      await expectVisible(page.getByRole('status').filter({ hasText: isChinese ? /？/ : /\?/ }))
    },
  },
  {
    name: 'register',
    at: '/user/register',
    reach: async (page) => {
      await expectVisible(page.getByRole('img', { name: 'Image of five letters' }))
      await page.getByLabel('Password', { exact: true }).fill('abc')
      await page.getByRole('textbox', { name: 'Username' }).fill('x')
      await page.keyboard.press('Enter')
      await expectVisible(page.getByText('Use 2 to 30 letters, digits, Chinese characters, “_” or “-”.'))
    },
    again: (page) => page.locator('[name=username]').press('Enter'),
  },
  {
    name: 'register-closed',
    at: '/user/register',
    server: () => closed.server,
    reach: (page) => heading(page, 'Registration is closed'),
  },
  {
    name: 'items-empty',
    at: '/item/index',
    options: () => ({ token: newcomer }),
    reach: (page) => expectVisible(page.getByText('No projects yet. Create one or import what you have.')),
  },
  {
    name: 'items',
    at: '/item/index',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('link', { name: 'Orders API' })),
  },
  {
    name: 'items-list',
    at: '/item/index',
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'List' }).click()
      await expectVisible(page.getByRole('table'))
    },
  },
  { name: 'item-new', at: '/item/index', options: signedIn, reach: (page) => chooseNew(page, 'Single page') },
  {
    name: 'item-new-refused',
    at: '/item/index',
    options: signedIn,
    reach: async (page) => {
      await chooseNew(page, 'Document project')
      await page.getByRole('button', { name: 'Create project' }).click()
      await expectVisible(page.getByText('Give the project a name.'))
    },
    again: (page) => page.locator('[name=item_name]').press('Enter'),
  },
  { name: 'item-edit', at: '/item/index', options: signedIn, reach: (page) => chooseInCard(page, 'Edit info') },
  { name: 'item-delete', at: '/item/index', options: signedIn, reach: (page) => chooseInCard(page, 'Delete') },
  { name: 'import-file', at: '/item/index', options: signedIn, reach: (page) => chooseNew(page, 'Import a file') },
  {
    name: 'import-refused',
    at: '/item/index',
    options: signedIn,
    reach: async (page) => {
      await chooseNew(page, 'Import a file')
      const words = { name: 'words.zip', mimeType: 'application/zip', buffer: Buffer.from('just some words') }
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(words)
      await expectVisible(page.getByText(/can’t be imported\. Choose a \.zip/))
    },
  },
  {
    name: 'import-check',
    at: '/item/index',
    options: signedIn,
    reach: async (page) => {
      await chooseNew(page, 'Import a file')
      await sendFile(page, 'plainmd.zip')
      await expectVisible(page.getByRole('button', { name: 'Import 4 pages' }))
      await page.getByText('1 file won’t be imported').click()
    },
  },
  {
    name: 'import-result',
    at: '/item/index',
    options: () => ({ token: newcomer }),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Import a file' }).click()
      await sendFile(page, 'plainmd.zip')
      await page.getByRole('button', { name: 'Import 4 pages' }).click()
      await expectVisible(page.getByRole('button', { name: 'Open project' }))
    },
  },
  {
    name: 'viewer',
    at: '/orders/RICH',
    options: signedIn,
    reach: async (page) => {
      await heading(page, 'Create a user')
      await page.getByRole('treeitem', { name: '内部接口' }).click()
      await expectVisible(page.getByRole('treeitem', { name: '查询用户列表' }))
    },
  },
  {
    name: 'viewer-below',
    at: '/orders/RICH#diagram',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('img', { name: /^Diagram/ }).first()),
  },
  {
    name: 'viewer-menu',
    at: '/orders/RICH',
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'More actions for this page' }).first().click()
      await expectVisible(page.getByRole('menuitem', { name: 'Delete' }))
    },
  },
  {
    name: 'item-empty',
    at: '/empty',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('link', { name: 'New page' })),
  },
  {
    name: 'page-not-found',
    at: '/orders/999999',
    options: signedIn,
    reach: (page) => heading(page, 'Page not found'),
  },
  {
    name: 'item-not-found',
    at: '/no-such-item',
    options: signedIn,
    reach: (page) => heading(page, 'Page not found'),
  },
  { name: 'not-found', at: '/user/nothing', options: signedIn, reach: (page) => heading(page, 'Page not found') },
  {
    name: 'item-password',
    at: '/rules',
    reach: (page) => expectVisible(page.getByRole('img', { name: 'Image of five letters' })),
  },
  { name: 'visitor', at: '/orders/RICH', reach: (page) => heading(page, 'Create a user') },
  {
    name: 'editor',
    at: '/page/edit/orders/RICH',
    options: signedIn,
    reach: async (page) => {
      await expectVisible(editorText(page))
      await page.getByRole('region', { name: 'Preview' }).last().getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'editor-new',
    at: '/page/edit/orders/0',
    options: signedIn,
    reach: async (page) => {
      await expectVisible(editorText(page))
      await page.keyboard.press('Control+s')
      await expectVisible(page.getByText('Give the page a title, then save again.'))
    },
  },
  {
    name: 'user-profile',
    at: '/user/setting',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('button', { name: 'Save name' })),
  },
  {
    name: 'user-security',
    at: '/user/setting?tab=security',
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('This device').first()),
  },
  {
    name: 'user-tokens',
    at: '/user/setting?tab=tokens',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('button', { name: 'Create token' })),
  },
  { name: 'user-preferences', at: '/user/setting?tab=preferences', options: signedIn, reach: ready },
  {
    name: 'help-api-filtered',
    at: '/help/api',
    reach: async (page) => {
      await page.getByRole('searchbox').fill('template')
      await expectHidden(page.getByRole('heading', { name: 'Making requests' }))
      await expectVisible(page.getByRole('heading', { name: 'template/save' }))
    },
    again: async (page) => {
      await page.getByRole('searchbox').fill('template')
      await expectHidden(page.getByRole('heading', { name: 'page/save' }))
      await expectVisible(page.getByRole('heading', { name: 'template/save' }))
    },
  },
  {
    name: 'palette',
    at: '/orders/RICH',
    options: signedIn,
    reach: async (page) => {
      await heading(page, 'Create a user')
      await page.keyboard.press('Control+k')
      await expectVisible(page.getByRole('combobox'))
      await page.keyboard.type('us')
    },
  },
  {
    name: 'shortcuts',
    at: '/orders/RICH',
    options: signedIn,
    reach: async (page) => {
      await heading(page, 'Create a user')
      await page.keyboard.press('?')
      await expectVisible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    },
    again: async (page) => {
      await page.keyboard.press('Escape')
      await expectHidden(page.getByRole('dialog'))
      await page.keyboard.press('?')
      await expectVisible(page.getByRole('dialog'))
    },
  },
]

testScreens(screens, () => ({
  server: site.server,
  addressOf: (at) => at.replace('RICH', String(rich_id)),
}))

// axe would take minutes for the whole of it: the screens above check the part that a filter leaves
test('the API reference: one endpoint, in every appearance', async () => {
  const page = await open(site.server, { at: '/help/api#pagesave' })
  const found: string[] = []
  for (const one of appearances) {
    await setAppearance(page, one)
    await expectVisible(page.getByRole('heading', { level: 3, name: /^page\/save(?![D])/ }))
    await page.getByRole('heading', { level: 3, name: /^page\/save(?![D])/ }).scrollIntoViewIfNeeded()
    found.push(...(await overflow(page)))
    await screenshot(page, 'help-api', one)
  }
  expect(found).toEqual([])
})

test('the tree drawer on a phone', async () => {
  const page = await open(site.server, { ...signedIn(), at: `/orders/${rich_id}`, width: 390 })
  await page.getByRole('button', { name: 'Show the page tree' }).click()
  await expectVisible(page.getByRole('dialog').getByRole('tree'))
  expect(await axeViolations(page)).toEqual([])
  await screenshot(page, 'drawer', { lang: 'en', theme: 'light', width: 390 })
  await setTheme(page, 'dark')
  expect(await axeViolations(page)).toEqual([])
  await screenshot(page, 'drawer', { lang: 'en', theme: 'dark', width: 390 })
})

test('an edit conflict', async () => {
  const { admin } = site
  const page_id = await addPage(admin, item_id, 'Shared', 'one\n\ntwo\n\nthree')
  const page = await open(site.server, { ...signedIn(), at: `/page/edit/orders/${page_id}` })
  await editorText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' of mine')
  await admin.page.save({ item_id, page_id, page_title: 'Shared', page_content: 'one\n\ntwo\n\nthree of theirs' })
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByRole('dialog', { name: 'Someone else saved this page' }))
  expect(await inspectScreen(page, 'editor-conflict')).toEqual([])
})

test('the offer to restore a draft', async () => {
  const page_id = await addPage(site.admin, item_id, 'Fragile', 'the saved text')
  const at = `/page/edit/orders/${page_id}`
  const first = await open(site.server, { ...signedIn(), at })
  await editorText(first).click()
  await first.keyboard.type('an hour of work and ')
  await expectVisible(first.getByText('Draft saved on this device'))
  await first.close()
  const page = await open(site.server, { ...signedIn(), at, sameProfileAs: first })
  await expectVisible(page.getByText(/^A draft from/).or(page.getByRole('button', { name: 'Continue here' })))
  if (await page.getByRole('dialog').isVisible()) await page.getByRole('button', { name: 'Continue here' }).click()
  await expectVisible(page.getByText(/^A draft from/))
  expect(await inspectScreen(page, 'editor-draft')).toEqual([])
})
