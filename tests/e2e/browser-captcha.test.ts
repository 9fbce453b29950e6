import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import {
  addItem,
  advanceClock,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'
import { administrator } from './support/executable.ts'

let site: Site

// a separate site for each test: failures are counted by address, and all tests share one
beforeEach(async () => {
  site = await newSite({ args: [], shared: false })
})

const picture = (page: Page) => page.getByRole('img', { name: 'Image of five letters' })
const code = (page: Page) => page.getByRole('textbox', { name: 'Code' })
const passwordBox = (page: Page) => page.getByLabel('Password', { exact: true })

/** Types the code that the image shows. */
async function solve(page: Page): Promise<void> {
  await expectVisible(picture(page))
  const address = new URL((await picture(page).getAttribute('src')) ?? '', page.url())
  await code(page).fill(await site.captcha(address.searchParams.get('captcha_id') ?? ''))
}

/** Submits a form. The account forms ignore submits within half a second after an error. */
const submit = async (page: Page) => {
  await advanceClock(page, 600)
  await page.keyboard.press('Enter')
}

/** Counts the captchas that a page fetches from now on. */
function captchasOf(page: Page): () => number {
  let fetched = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/common/createCaptcha')) fetched++
  })
  return () => fetched
}

const failElsewhere = async (operation: () => Promise<unknown>) => {
  for (let at = 0; at < 3; at++) await operation().catch(() => undefined)
}

test('asks for a code at sign-in only after three failures, and then keeps what was typed', async () => {
  const page = await open(site.server, { at: '/user/login' })
  const fetched = captchasOf(page)
  await expectVisible(passwordBox(page))
  await expectHidden(code(page))
  const { client } = site.server
  await failElsewhere(() => client().user.loginByVerify({ username: 'admin', password: 'a guess' }))
  await page.getByRole('textbox', { name: 'Username or e-mail' }).fill(administrator.username)
  await passwordBox(page).fill(administrator.password)
  expect(fetched()).toBe(0)
  await submit(page)
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Enter the code shown in the image.' }))
  await expectVisible(code(page).and(page.locator(':focus')))
  expect(await page.getByRole('textbox', { name: 'Username or e-mail' }).inputValue()).toBe(administrator.username)
  expect(await passwordBox(page).inputValue()).toBe(administrator.password)
  await solve(page)
  await submit(page)
  await page.waitForURL('**/item/index')
  expect(fetched()).toBe(1)
})

test('shows the code in the form after three wrong passwords there', async () => {
  const page = await open(site.server, { at: '/user/login' })
  await page.getByRole('textbox', { name: 'Username or e-mail' }).fill(administrator.username)
  for (const guess of ['first guess', 'second guess', 'third guess']) {
    await expectHidden(code(page))
    await passwordBox(page).fill(guess)
    const answered = page.waitForResponse('**/api/user/loginByVerify')
    await submit(page)
    await answered
    await expectVisible(page.getByText('The username or the password is wrong.'))
  }
  await expectVisible(code(page))
  await expectVisible(passwordBox(page).and(page.locator(':focus')))
  await passwordBox(page).fill(administrator.password)
  await solve(page)
  await submit(page)
  await page.waitForURL('**/item/index')
})

test('asks for a code at the access password only after three failures, and keeps what was typed', async () => {
  const item_id = await addItem(site.admin, { item_name: 'Handbook', password: 'come in' })
  const page = await open(site.server, { at: `/${item_id}` })
  await page.waitForURL('**/item/password/**')
  const fetched = captchasOf(page)
  const visit = page.getByLabel('Access password')
  await visit.fill('come in')
  await expectHidden(code(page))
  await failElsewhere(() => site.server.client().item.pwd({ item_id, password: 'a guess' }))
  expect(fetched()).toBe(0)
  await submit(page)
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Enter the code shown in the image.' }))
  await expectVisible(code(page).and(page.locator(':focus')))
  expect(await visit.inputValue()).toBe('come in')
  await solve(page)
  await submit(page)
  await eventually(() => new URL(page.url()).pathname, `/${item_id}`)
})
