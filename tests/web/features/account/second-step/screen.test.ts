import { beforeAll, expect, test } from 'vitest'
import { transact } from '#src/db/database.ts'
import { fromBase32, stepSeconds, totpCode } from '#src/features/two-step/totp.ts'
import { newToken } from '#src/features/user/index.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'

beforeAll(async () => {
  for (const username of ['ann', 'ben', 'eve']) await browser.app.newUser(username, { password })
  await browser.app.newUser('root', { password, groupid: 1 })
})

/** The code of an app; each call is one step later, because a code works once. */
let used = 0
const codeOf = (key: string) => {
  used++
  browser.app.app.now = () => new Date(Date.now() + used * 60_000)
  const now = browser.app.app.now().getTime() / 1000
  return totpCode(fromBase32(key.replaceAll(' ', '')), Math.floor(now / stepSeconds))
}

const keyOn = async (page: Screen) => {
  const box = page.getByLabel('Key', { exact: true })
  await expectVisible(box)
  return (box.elements()[0] as HTMLTextAreaElement).value
}

/** Passes the set-up of an app, from the password on; returns the key and the recovery codes. */
async function setUp(page: Screen) {
  await page.getByLabel('Your account password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const key = await keyOn(page)
  await page.getByLabel('Code from your app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('textbox', { name: 'Recovery codes' })
  await expectVisible(codes)
  const text = (codes.elements()[0] as HTMLTextAreaElement).value
  await page.getByRole('button', { name: 'I’ve stored them' }).click()
  return { key, codes: text.split('\n') }
}

async function signIn(page: Screen, username: string) {
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('a person sets up an app, signs in with its codes and a recovery code, and turns it off', async () => {
  const page = openAs(browser, 'ann', '/user/setting?tab=security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const { key, codes } = await setUp(page)
  expect(codes).toHaveLength(10)
  await expectVisible(page.getByText('10 unused codes.'))

  const wrong = openAs(browser, undefined, '/user/login?redirect=/team/index')
  await signIn(wrong, 'ann')
  await wrong.getByLabel('Code from your app').fill('12345')
  await wrong.keyboard.press('Enter')
  await expectVisible(wrong.getByText('This code is wrong or was already used.'))

  const login = openAs(browser, undefined, '/user/login?redirect=/team/index')
  await signIn(login, 'ann')
  await login.getByLabel('Code from your app').fill(codeOf(key))
  await login.getByRole('button', { name: 'Confirm' }).click()
  await expectVisible(login.getByRole('heading', { name: 'Teams', level: 1 }))

  const lost = openAs(browser, undefined, '/user/login?redirect=/team/index')
  await signIn(lost, 'ann')
  await lost.getByRole('button', { name: 'Use a recovery code' }).click()
  await lost.getByLabel('Recovery code').fill(codes[0] ?? '')
  await lost.keyboard.press('Enter')
  await expectVisible(lost.getByRole('heading', { name: 'Teams', level: 1 }))
  await lost.goto('/user/setting?tab=security')
  await expectVisible(lost.getByText('9 unused codes.'))
  await lost.getByRole('button', { name: 'Turn off' }).click()
  const dialog = lost.getByRole('dialog')
  await dialog.getByLabel('Your account password').fill(password)
  await dialog.getByLabel('Code from your app, or a recovery code').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expectVisible(lost.getByRole('button', { name: 'Set up' }))
})

test('a sign-in that took too long starts again with the password', async () => {
  const page = openAs(browser, 'ben', '/user/setting?tab=security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const { key } = await setUp(page)
  const login = openAs(browser, undefined, '/user/login')
  await signIn(login, 'ben')
  await expectVisible(login.getByLabel('Code from your app'))
  browser.app.rows.sqlite.prepare('DELETE FROM sign_in_ticket').run()
  await login.getByLabel('Code from your app').fill(codeOf(key))
  await login.keyboard.press('Enter')
  await expectVisible(login.getByText('This sign-in took too long'))
  await login.getByRole('button', { name: 'Start again' }).click()
  await expectVisible(login.getByLabel('Password', { exact: true }))
})

test('the link of another system leads to the second step, and its token does not stay in the address', async () => {
  const { app } = browser.app
  const use = { kind: 'link', name: '', ip: '127.0.0.1', agent: '', days: 1 / 1440 } as const
  const token = await transact(app.db, (tx) => newToken(app, tx, browser.app.uid('ben'), use))
  const page = openAs(browser, undefined, `/user/loginByUserToken?user_token=${token}&redirect_uri=/team/index`)
  await expectVisible(page.getByLabel('Code from your app'))
  await eventually(() => page.path.includes(token), false)
  expect(window.location.href).not.toContain(token)
})

test('an administrator takes the second step off an account', async () => {
  const page = openAs(browser, 'root', '/admin/index?section=users&q=ben')
  await expectVisible(page.getByText('two steps'))
  await page.getByRole('button', { name: /ben/ }).click()
  await page.getByRole('menuitem', { name: 'Remove second step' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await eventually(() => browser.app.rows.all('user_totp').length, 0)
})

test('an administrator who must have a second step is led to set one up, and then on', async () => {
  browser.app.rows.insert('options', { option_name: 'admin_second_step', option_value: '1' })
  const page = openAs(browser, 'root', '/team/index')
  await expectVisible(page.getByRole('heading', { name: 'Set up a second step' }))
  await setUp(page)
  await expectVisible(page.getByRole('heading', { name: 'Teams', level: 1 }))
})
