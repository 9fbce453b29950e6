// Captchas where passwords are typed.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { addItem } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser({ config: { captcha: 'failures' } })
const password = 'seven mountains'

beforeAll(async () => {
  await browser.app.newUser('ann', { password })
})
// failures are counted by address, and all tests share one
beforeEach(() => {
  browser.app.app.limiter = new RateLimiter(() => browser.app.app.now().getTime())
})

const code = (page: Screen) => page.getByRole('textbox', { name: 'Code' })
const passwordBox = (page: Screen) => page.getByLabel('Password', { exact: true })
const name = (page: Screen) => page.getByRole('textbox', { name: 'Username or email' })

/** Types the code that the image shows. */
async function solve(page: Screen): Promise<void> {
  const source = await page.getByRole('img', { name: 'Image of five letters' }).getAttribute('src')
  const id = new URL(source ?? '', window.location.href).searchParams.get('captcha_id')
  const found = browser.app.rows.all('captcha').find(({ captcha_id }) => captcha_id === id)
  await code(page).fill(String(found?.['captcha']))
}

/** Submits a form. The account forms ignore submits within half a second after an error. */
async function submit(page: Screen): Promise<void> {
  const now = Date.now
  Date.now = () => now() + 600
  await page.keyboard.press('Enter')
  Date.now = now
}

const fetched = () => browser.sent('common/createCaptcha').length
const failElsewhere = async (operation: () => Promise<unknown>) => {
  for (let at = 0; at < 3; at++) await operation().catch(() => undefined)
}

test('asks for a code at sign-in only after three failures, and then keeps what was typed', async () => {
  const page = openAs(browser, undefined, '/user/login')
  await expectVisible(passwordBox(page))
  await expectHidden(code(page))
  await failElsewhere(() => browser.app.visitor.user.loginByVerify({ username: 'ann', password: 'a guess' }))
  await name(page).fill('ann')
  await passwordBox(page).fill(password)
  expect(fetched()).toBe(0)
  await submit(page)
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Enter the code shown in the image.' }))
  await eventually(() => code(page).hasFocus(), true)
  expect(await name(page).inputValue()).toBe('ann')
  expect(await passwordBox(page).inputValue()).toBe(password)
  await solve(page)
  await submit(page)
  await eventually(() => page.path, '/item/index')
  expect(fetched()).toBe(1)
})

test('shows the code in the form after three wrong passwords there', async () => {
  const page = openAs(browser, undefined, '/user/login')
  await name(page).fill('ann')
  for (const guess of ['first guess', 'second guess', 'third guess']) {
    await expectHidden(code(page))
    await passwordBox(page).fill(guess)
    const before = browser.sent('user/loginByVerify').length
    await submit(page)
    await eventually(() => browser.sent('user/loginByVerify').length, before + 1)
    await page.idle()
    await expectVisible(page.getByText('The username or the password is wrong.'))
  }
  await expectVisible(code(page))
  await eventually(() => passwordBox(page).hasFocus(), true)
  await passwordBox(page).fill(password)
  await solve(page)
  await submit(page)
  await eventually(() => page.path, '/item/index')
})

test('asks for a code at the access password only after three failures, and keeps what was typed', async () => {
  const item_id = await addItem(browser.app.as('owner'), { item_name: 'Handbook', password: 'come in' })
  const page = openAs(browser, undefined, `/${item_id}`)
  const visit = page.getByLabel('Access password')
  await visit.fill('come in')
  await expectHidden(code(page))
  await failElsewhere(() => browser.app.visitor.item.pwd({ item_id, password: 'a guess' }))
  expect(fetched()).toBe(0)
  await submit(page)
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Enter the code shown in the image.' }))
  await eventually(() => code(page).hasFocus(), true)
  expect(await visit.inputValue()).toBe('come in')
  await solve(page)
  await submit(page)
  await eventually(() => page.path, new RegExp(`^/${item_id}$`))
})
