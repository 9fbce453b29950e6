import { join } from 'node:path'
import Database from 'better-sqlite3'
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  advanceClock,
  consoleErrors,
  createSite,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'
import { administrator, type RunningExecutable, start } from './support/executable.ts'

let server: RunningExecutable
let site: Site

const { password } = administrator
beforeAll(async () => {
  site = await newSite({ args: ['--captcha', 'always'] }, { site_name: 'Team papers', register_open: true })
  server = site.server
})

const idOfCaptcha = async (page: Page) => {
  const picture = page.getByRole('img', { name: 'Image of five letters' })
  await expectVisible(picture)
  return new URL((await picture.getAttribute('src')) ?? '', page.url()).searchParams.get('captcha_id') ?? ''
}

/** Types the text in the image. */
const solveCaptcha = async (page: Page) =>
  page.getByRole('textbox', { name: 'Code' }).fill(await site.captcha(await idOfCaptcha(page)))

const textOfEditor = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, Markdown' })

/** The status over the editor that says so; the announced one stays longer. */
const saved = (page: Page) => page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ })

/** Opens the account menu and chooses an entry. */
const chooseInAccountMenu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const openFromCard = async (page: Page, item: string, entry: string) => {
  await page.getByRole('button', { name: `Menu of ${item}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const nameOfFocus = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

const themeOf = (page: Page) => page.evaluate<string>('document.documentElement.dataset.theme')
const langOf = (page: Page) => page.evaluate<string>('document.documentElement.lang')

/** Submits a form by keyboard. The account forms ignore input within half a second after the last attempt. */
const submit = async (page: Page) => {
  await advanceClock(page, 600)
  await page.keyboard.press('Enter')
}

/** Selects a radio button as the pointer does: by its label. */
const choose = (page: Page, name: string | RegExp) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name }) })
    .click()

describe('accounts', () => {
  test('the first start leads to the setup page, where the code from the log creates an administrator', async () => {
    const fresh = await start()
    const page = await open(fresh)
    await page.waitForURL('**/setup')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Set up this site' }))
    await choose(page, '中文')
    await expectVisible(page.getByRole('button', { name: '继续' }))
    await choose(page, 'English')
    const code = page.getByRole('textbox', { name: 'Setup code' })
    await code.fill('WRNG-CDEX-2345')
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    // a wrong code is reported before any other field is requested
    await expectVisible(page.getByRole('alert').filter({ hasText: 'The setup code is wrong.' }))
    await expectVisible(code.and(page.locator(':focus')))
    await code.fill(fresh.setupCode ?? '')
    await submit(page)

    // from here on by keyboard only: each step focuses the field to type in
    await expectVisible(page.getByRole('textbox', { name: 'Username' }).and(page.locator(':focus')))
    await page.keyboard.type(administrator.username)
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type(password)
    await page.getByLabel('Confirm password').focus()
    await page.keyboard.type('another one')
    await submit(page)
    await expectVisible(page.getByRole('alert').filter({ hasText: 'The passwords don’t match.' }))
    await page.getByLabel('Confirm password').fill(password)
    await submit(page)

    await page.getByRole('textbox', { name: 'Site name' }).fill('Team papers')
    await page.getByRole('checkbox', { name: 'Allow sign-ups' }).check()
    await page.getByRole('button', { name: 'Finish setup' }).click()

    await page.waitForURL('**/item/index')
    await expectVisible(page.getByRole('heading', { name: 'Getting started' }))
    await expectVisible(page.getByRole('link', { name: 'Team papers, all projects' }))
    const session = (await page.context().cookies()).find(({ name }) => name === 'docstead_session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

    // the setup page is closed afterwards
    const other = await open(fresh, { at: '/setup' })
    await other.waitForURL('**/user/login')
  })

  test('signs out, and in again with the captcha; reports errors and renews the captcha', async () => {
    // its own session: signing out must end only this one
    const page = await open(server, { at: '/item/index' })
    await page.waitForURL('**/user/login?redirect=/item/index')
    await expectVisible(page.getByRole('textbox', { name: 'Username or email' }).and(page.locator(':focus')))
    await page.keyboard.type(administrator.username)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    const first = await idOfCaptcha(page)
    await page.getByRole('textbox', { name: 'Code' }).fill(await site.captcha(first))
    await submit(page)
    await expectVisible(page.getByText('The username or the password is wrong.'))
    await eventually(async () => (await idOfCaptcha(page)) !== first, true)
    await eventually(() => page.getByRole('textbox', { name: 'Code' }).inputValue(), '')

    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Code' }).fill('zzzzz')
    await submit(page)
    await expectVisible(page.getByText('The code is wrong or no longer valid. Here is a new one.'))
    await eventually(() => page.getByRole('textbox', { name: 'Code' }).inputValue(), '')
    await solveCaptcha(page)
    await submit(page)
    await page.waitForURL('**/item/index')

    await chooseInAccountMenu(page, 'Sign out')
    await expectVisible(page.getByText('You’re signed out.'))
    await page.goto(`${server.url}/item/index`)
    await page.waitForURL('**/user/login?redirect=/item/index')
    expect((await site.admin.user.info()).username).toBe(administrator.username)
  })

  test('a user who cannot read the captcha image answers a text question instead', async () => {
    const page = await open(server, { at: '/user/login' })
    const asked = page.waitForResponse('**/api/common/captchaQuestion')
    await idOfCaptcha(page)
    await page.getByRole('button', { name: 'Can’t read it?' }).click()
    const captcha_id = new URLSearchParams((await asked).request().postData() ?? '').get('captcha_id') ?? ''
    await expectVisible(page.getByRole('status').filter({ hasText: /\?/ }))
    await page.getByRole('textbox', { name: 'Username or email' }).fill(administrator.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Answer' }).fill(await site.captcha(captcha_id))
    await submit(page)
    await page.waitForURL('**/item/index')
  })

  test('a user registers and changes the password, and only the new one works', async () => {
    const page = await open(server, { at: '/user/login' })
    await page.getByRole('link', { name: 'Register' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Register' }))
    const [before, after] = ['a lake in the north', 'a hill in the south']
    await page.getByRole('textbox', { name: 'Username' }).fill('mei')
    await page.getByLabel('Password', { exact: true }).fill(before)
    await page.getByLabel('Confirm password').fill(before)
    await solveCaptcha(page)
    await submit(page)
    await page.waitForURL('**/item/index')
    await expectVisible(page.getByText('No projects yet. Create one or import what you have.'))

    await chooseInAccountMenu(page, 'Account')
    await page.getByRole('tab', { name: 'Password and sessions' }).click()
    expect(currentPath(page)).toContain('tab=security')
    await page.getByLabel('Current password').fill('wrong for sure')
    await page.getByLabel('New password', { exact: true }).fill(after)
    await page.getByLabel('Confirm new password').fill(after)
    await submit(page)
    await expectVisible(page.getByRole('alert').filter({ hasText: /password/i }))
    await page.getByLabel('Current password').fill(before)
    await submit(page)
    await expectVisible(page.getByText('Password changed. You’re signed out everywhere else.'))

    // this session stays
    await page.reload()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Account' }))
    await chooseInAccountMenu(page, 'Sign out')
    await expectVisible(page.getByText('You’re signed out.'))
    for (const [password, works] of [
      [before, false],
      [after, true],
    ] as const) {
      await page.goto(`${server.url}/user/login`)
      await page.getByRole('textbox', { name: 'Username or email' }).fill('mei')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await solveCaptcha(page)
      await submit(page)
      if (works) await page.waitForURL('**/item/index')
      else await expectVisible(page.getByText('The username or the password is wrong.'))
    }
  })
})

describe('items and files', () => {
  test('items are created, edited and deleted from the list', async () => {
    const { token } = site
    const page = await open(server, { at: '/item/index', token })
    await expectVisible(page.getByText('No projects yet. Create one or import what you have.'))
    // the menu over the list, and the button of the empty list
    await page.getByRole('button', { name: 'New project' }).last().click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog)
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expectVisible(dialog.getByRole('alert').filter({ hasText: 'Give the project a name.' }))
    await expectVisible(dialog.getByRole('radio', { name: /^Members only/, checked: true }))
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders API')
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('12345')
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expectVisible(dialog.getByText('Use at least one letter. Digits alone are project numbers.'))
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('orders')
    await choose(page, /^Public/)
    await page.keyboard.press('Control+Enter')
    await page.waitForURL('**/orders')
    await expectVisible(page.getByText('No pages yet. Write the first one or import existing content.'))

    // a single page with an access password, from the menu, by keyboard
    await page.getByRole('link', { name: 'Team papers, all projects' }).click()
    await page.getByRole('button', { name: 'New project' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Single page' }).press('Enter')
    await expectVisible(dialog.getByRole('radio', { name: /Single page/, checked: true }))
    await dialog.getByRole('textbox', { name: 'Name' }).fill('House rules')
    await choose(page, /^Anyone with the password/)
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expectVisible(dialog.getByText('Enter an access password, or choose “Members only”'))
    await dialog.getByLabel(/^Access password/).fill('quiet please')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => /^\/\d+$/.test(url.pathname))
    await expectVisible(page.getByRole('heading', { level: 1, name: 'House rules' }))

    // a duplicate address is rejected at its field
    await page.goto(`${server.url}/item/index`)
    await openFromCard(page, 'House rules', 'Edit info')
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('orders')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectVisible(dialog.getByText(/“orders” is taken/))
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('rules')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Rules of the house')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectHidden(dialog)
    const card = page.getByRole('article').filter({ hasText: 'Rules of the house' })
    await expectVisible(card.getByRole('link', { name: 'Rules of the house' }))

    // deleting requires the account's password
    const question = page.getByRole('dialog', { name: 'Delete “Rules of the house”?' })
    await openFromCard(page, 'Rules of the house', 'Delete')
    await question.getByLabel('Your account password').fill('guessed')
    await page.keyboard.press('Enter')
    await expectVisible(question.getByRole('alert'))
    await expectVisible(page.getByText('Rules of the house').first())
    await question.getByLabel('Your account password').fill(password)
    await page.keyboard.press('Enter')
    await expectHidden(question)
    await expectHidden(card)
    const names = (await site.admin.item.myList()).map(({ item_name }) => item_name)
    expect(names).toEqual(['Orders API'])
  })

  test('the tree is navigated by keyboard, and renders only the visible rows of 5,000 pages', async () => {
    const files: Record<string, Uint8Array> = {}
    for (let n = 0; n < 4990; n++)
      files[`Part ${n % 5}/Page ${String(n).padStart(4, '0')}.md`] = new TextEncoder().encode(`The text of ${n}`)
    const zip = new Blob([Buffer.from(zipSync(files, { level: 0 }))])
    const { item_id } = await site.admin.import.auto({ file: zip })
    const page = await open(server, { at: `/${item_id}`, token: site.token })
    const tree = page.getByRole('tree', { name: 'Pages' })
    const line = (name: string) => page.getByRole('treeitem', { name, exact: true })
    await expectVisible(line('Part 0'))
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    await eventually(() => nameOfFocus(page), 'Part 0')
    await eventually(() => line('Part 0').getAttribute('aria-expanded'), 'true')
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60)
    await page.keyboard.press('ArrowLeft')
    await eventually(() => line('Part 0').getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('End')
    await eventually(() => nameOfFocus(page), 'Part 4')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await eventually(() => nameOfFocus(page), 'Page 0004')
    await page.keyboard.press('End')
    await eventually(() => nameOfFocus(page), 'Page 4989')
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60)
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Page 4989' }))
    await eventually(() => line('Page 4989').getAttribute('aria-current'), 'page')

    // the filter searches all of them
    await page.keyboard.press('/')
    await page.keyboard.type('0123')
    await expectVisible(page.getByText('1 match'))
    await page.keyboard.press('Enter')
    await expectVisible(page.getByText('1 title, 0 pages with matching text'))
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Page 0123' }))
    expect(await tree.getByRole('treeitem').count()).toBe(2)
  })
})

const rich = `Text with **bold**, a [link](#details) and a footnote[^1].

[TOC]

## Details

- [x] done
- [ ] to do

| Field | Type |
|---|---|
| id | int<br>long |

\`\`\`js
const answer = 42
\`\`\`

> [!WARNING]
> Mind the gap.

### Formula

Inline $a^2+b^2$ here.

\`\`\`mermaid
graph TD
A[Ask] --> B[Answer]
\`\`\`

## 细节

${'这一段足够长，标题才能到达窗口顶部。\n\n'.repeat(30)}

[^1]: the note
`

describe('reading', () => {
  let item_id: number
  let pages: number[]

  beforeAll(async () => {
    item_id = await addItem(site.admin, { item_name: 'Handbook', item_domain: 'handbook', password: 'come in' })
    const guides = await addCatalog(site.admin, item_id, 'Guides')
    pages = [
      await addPage(site.admin, item_id, 'Start', 'Hello.'),
      await addPage(site.admin, item_id, 'Rich', rich, guides),
      await addPage(site.admin, item_id, 'End', 'Bye.', guides),
    ]
  })

  test('a page shows its Markdown, its outline, its path, and the previous and next pages', async () => {
    const page = await open(server, { at: '/handbook', token: site.token })
    await page.getByRole('treeitem', { name: 'Guides' }).click()
    await page.getByRole('treeitem', { name: 'Rich' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
    await eventually(() => page.title(), 'Rich · Handbook · Team papers')
    const text = page.getByRole('article')
    await expectVisible(text.getByRole('heading', { level: 2, name: 'Details' }))
    await expectVisible(text.locator('table td br').locator('..'))
    await eventually(() => text.getByRole('checkbox').count(), 2)
    await expectVisible(text.getByText('Warning', { exact: true }))
    await expectVisible(text.locator('.katex').first())
    await text.getByRole('button', { name: 'Enlarge image' }).scrollIntoViewIfNeeded()
    await expectVisible(text.getByRole('img', { name: /^Diagram: graph TD/ }))
    await expectVisible(text.locator('.hljs-keyword').first())

    const outline = page.getByRole('navigation', { name: 'On this page' })
    await outline.getByRole('link', { name: '细节' }).click()
    await eventually(() => decodeURIComponent(new URL(page.url()).hash), '#细节')
    await eventually(() => outline.locator('[aria-current]').textContent(), '细节')

    const path = page.getByRole('navigation', { name: 'Path' })
    expect(await path.innerText()).toMatch(/Handbook[^]*Guides[^]*Rich/)

    await page.keyboard.press('[')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Start' }))
    await page.keyboard.press(']')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
    await page.getByRole('link', { name: /Next End/ }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'End' }))
    await expectHidden(page.getByRole('link', { name: /^Next/ }))
    await page.goBack()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
  })

  test('the selected theme is there at the first paint, and the language in the whole interface', async () => {
    const page = await open(server, { at: '/handbook', token: site.token })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Start' }))
    expect(await themeOf(page)).toBe('light')
    await page.keyboard.press('Control+Shift+L')
    await eventually(() => themeOf(page), 'dark')

    // every theme that the page had while loading, from the first possible paint
    await page.addInitScript(`
      window.themes = new Set()
      new MutationObserver(() => document.body && themes.add(document.documentElement.dataset.theme ?? 'none'))
        .observe(document, { childList: true, subtree: true, attributes: true })
    `)
    await page.reload()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Start' }))
    expect(await page.evaluate('[...themes]')).toEqual(['dark'])

    await page.getByRole('button', { name: /^Account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Language' }).press('ArrowRight')
    await page.getByRole('menuitemradio', { name: '中文' }).press('Enter')
    await eventually(() => langOf(page), 'zh-CN')
    await expectVisible(page.getByRole('link', { name: '编辑' }))
    await page.reload()
    await expectVisible(page.getByRole('link', { name: '编辑' }))
  })

  test('the outline follows the reading position after a language change', async () => {
    const page = await open(server, { at: `/handbook/${pages[1]}`, token: site.token })
    const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]')
    await expectVisible(current)
    const first = (await current.textContent()) ?? ''
    await page.getByRole('button', { name: /^Account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Language' }).press('ArrowRight')
    await page.getByRole('menuitemradio', { name: '中文' }).press('Enter')
    await eventually(() => langOf(page), 'zh-CN')
    const outline = page.getByRole('navigation', { name: '大纲' })
    await outline.getByRole('link').last().click()
    await eventually(async () => (await outline.locator('[aria-current]').textContent()) === first, false)
    await page.evaluate(() => window.scrollTo(0, 0))
    await eventually(() => outline.locator('[aria-current]').textContent(), first)
  })

  test('on a phone the tree is a drawer that closes when a page is selected', async () => {
    const page = await open(server, { at: '/handbook', token: site.token, width: 390 })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Start' }))
    await expectHidden(page.getByRole('tree'))
    await page.getByRole('button', { name: 'Show the page tree' }).click()
    const drawer = page.getByRole('dialog', { name: 'Handbook' })
    await drawer.getByRole('treeitem', { name: 'Guides' }).click()
    await drawer.getByRole('treeitem', { name: 'Rich' }).click()
    await expectHidden(drawer)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
    await page.getByRole('button', { name: 'On this page' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Formula' }).click()
    await eventually(() => new URL(page.url()).hash, '#formula')
  })

  test('prints the title and the text, without controls', async () => {
    const page = await open(server, { at: `/handbook/${pages[1]}`, token: site.token })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
    await page.emulateMedia({ media: 'print' })
    await expectHidden(page.getByRole('tree'))
    await expectHidden(page.getByRole('banner').first())
    await expectHidden(page.getByRole('navigation', { name: 'On this page' }))
    await expectHidden(page.getByRole('link', { name: 'Edit' }).first())
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
    await expectVisible(page.getByText(`${server.url}/handbook/${pages[1]}`))
    await expectVisible(page.getByRole('heading', { level: 2, name: '细节' }))
  })
})

/** Adds a member to an item. There is no endpoint for it yet, so it writes to the database of the running server. */
function addMember(data: string, item_id: number, uid: number): void {
  const database = new Database(join(data, 'docstead.db'))
  database
    .prepare('INSERT INTO item_member (item_id, uid, member_group_id, cat_ids, addtime) VALUES (?, ?, 1, ?, 0)')
    .run(item_id, uid, '')
  database.close()
}

/** An image of 16 by 16 pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGElEQVR42mNk+M9AEmAiTfmohlENQ0kDAEo+AR9rW8DfAAAAAElFTkSuQmCC'

/** Pastes an image into the editor, like a user who has copied one. */
const pastePicture = (page: Page) =>
  page.evaluate(`{
    const bytes = Uint8Array.from(atob('${png}'), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  }`)

describe('writing', () => {
  let item_id: number

  beforeAll(async () => {
    item_id = await addItem(site.admin, { item_name: 'Notes', item_domain: 'notes' })
  })

  test('a page is written, saved with Ctrl+S, and read', async () => {
    const page = await open(server, { at: '/notes', token: site.token })
    await page.getByRole('link', { name: 'New page' }).click()
    await expectVisible(page.getByRole('textbox', { name: 'Title' }))
    await eventually(() => nameOfFocus(page), 'Title')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Give the page a title, then save again.'))
    await page.keyboard.type('First note')
    await page.keyboard.press('Enter')
    await page.keyboard.type('## Why\n\nBecause **it matters**.')
    const preview = page.getByRole('region', { name: 'Preview' }).first()
    await expectVisible(preview.getByRole('heading', { level: 2, name: 'Why' }))
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'First note' }))
    await expectVisible(page.getByText('it matters'))
    await page.keyboard.press('e')
    await expectVisible(textOfEditor(page))
    expect(await textOfEditor(page).innerText()).toContain('Because **it matters**.')
  })

  test('a key pressed at the moment a new page appears is handled', async () => {
    const empty = await addItem(site.admin, { item_name: 'Prompt' })
    const page = await open(server, { at: `/${empty}`, token: site.token })
    await page.getByRole('link', { name: 'New page' }).click()
    await eventually(() => nameOfFocus(page), 'Title')
    await page.keyboard.type('First note')
    await page.keyboard.press('Enter')
    await page.keyboard.type('read at once')
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('article .md-body')?.textContent?.includes('read at once')) return
        watch.disconnect()
        const pressed = new KeyboardEvent('keydown', { key: 'e', code: 'KeyE', cancelable: true })
        Object.assign(window, { wasHeard: !window.dispatchEvent(pressed) })
      })
      watch.observe(document, { childList: true, subtree: true })
    })
    await page.getByRole('button', { name: 'Back' }).click()
    await eventually(() => page.evaluate('window.wasHeard'), true)
    await expectVisible(textOfEditor(page))
  })

  test('a pasted image is uploaded and inserted into the page', async () => {
    const page_id = await addPage(site.admin, item_id, 'Picture', 'before')
    const page = await open(server, { at: `/page/edit/notes/${page_id}`, token: site.token })
    await textOfEditor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await pastePicture(page)
    await eventually(() => textOfEditor(page).innerText(), /!\[.*\]\(\/api\/attachment\/visitFile\?sign=/)
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await page.getByRole('button', { name: 'Back' }).click()
    const picture = page.getByRole('article').locator('.md-body img')
    await expectVisible(picture)
    await eventually(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), 16)
  })

  test('offers to restore the text of a tab that was killed', async () => {
    const page_id = await addPage(site.admin, item_id, 'Fragile', 'the saved text')
    const at = `/page/edit/notes/${page_id}`
    const first = await open(server, { at, token: site.token })
    await textOfEditor(first).click()
    await first.keyboard.press('Control+End')
    await first.keyboard.type(' and an hour of work')
    await expectVisible(first.getByText('Draft saved on this device'))
    // without any unload event: the process of the tab dies
    const crash = await first.context().newCDPSession(first)
    const died = first.waitForEvent('crash')
    crash.send('Page.crash').catch(() => undefined)
    await died

    const second = await open(server, { at, token: site.token, sameProfileAs: first })
    // the killed tab cannot have released its lock
    await second.getByRole('button', { name: 'Continue here' }).click()
    await expectVisible(second.getByText(/^A draft from .* differs from this page\.$/))
    expect(await textOfEditor(second).innerText()).toBe('the saved text')
    await second.getByRole('button', { name: 'Restore' }).click()
    await eventually(() => textOfEditor(second).innerText(), 'the saved text and an hour of work')
    await second.keyboard.press('Control+s')
    await expectVisible(saved(second))
    expect((await site.admin.page.info({ page_id })).page_content).toBe('the saved text and an hour of work')
    await second.reload()
    await expectVisible(textOfEditor(second))
    await expectHidden(second.getByText(/^A draft from/))
  })

  test('a user who opens a page that is being edited learns by whom, and may read', async () => {
    const page_id = await addPage(site.admin, item_id, 'Busy', 'text')
    const at = `/page/edit/notes/${page_id}`
    const lee = await site.newAccount('lee')
    addMember(server.data, item_id, Number((await lee.client.user.info()).uid))
    const first = await open(server, { at, token: site.token })
    await expectVisible(first.getByText('Locked by you'))
    const second = await open(server, { at, token: lee.token })
    const dialog = second.getByRole('dialog', { name: 'admin is editing this page' })
    await expectVisible(dialog)
    await second.keyboard.press('Enter') // reading is the default choice
    await expectVisible(second.getByRole('heading', { level: 1, name: 'Busy' }))

    // the lock is released with the window that had it
    await first.close({ runBeforeUnload: true })
    await eventually(async () => (await lee.client.page.isLock({ item_id, page_id })).lock, 0)
    await second.keyboard.press('e')
    await expectVisible(second.getByText('Locked by you'))
  })

  test('saved text survives a kill, and unsaved text is kept until the server is back', async () => {
    const page_id = await addPage(site.admin, item_id, 'Storm', 'calm')
    const { data } = server
    const port = Number(new URL(server.url).port)
    const page = await open(server, {
      at: `/page/edit/notes/${page_id}`,
      token: site.token,
      expects: /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
    })
    await textOfEditor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' before the storm')
    await page.keyboard.press('Control+s')
    await expectVisible(saved(page))
    await server.kill9()
    await page.keyboard.type(', and after')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText(/^Not saved: the server didn’t respond\. Your text is safe on this device\.$/))

    server = await start({ shared: true, data, port })
    site = createSite(server, site.token)
    expect((await site.admin.page.info({ page_id })).page_content).toBe('calm before the storm')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(saved(page))
    expect((await site.admin.page.info({ page_id })).page_content).toBe('calm before the storm, and after')
    await page.getByRole('button', { name: 'Back' }).click()
    await expectVisible(page.getByText('calm before the storm, and after'))
    expect(consoleErrors(page)).toEqual([])
  })
})
