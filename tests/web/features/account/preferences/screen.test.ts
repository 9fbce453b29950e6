import { beforeAll, expect, test } from 'vitest'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'

beforeAll(() => browser.app.newUser('kay', { password }))

test('creates an access token with the password, shows it once, signs a program in, and revokes it', async () => {
  const page = openAs(browser, 'kay', '/user/setting?tab=tokens')
  await expectVisible(page.getByText('No access tokens yet.'))
  await page.getByRole('textbox', { name: 'Name' }).fill('Build server')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expectVisible(page.getByText('Enter your account password.'))
  const box = page.getByLabel('Your account password')
  await box.fill('guessed wrong')
  await box.press('Enter')
  await expectVisible(page.getByText('The password is wrong.'))
  await box.fill(password)
  await box.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your new token' })
  const token = await dialog.getByRole('textbox').inputValue()
  const program = createClient<Contract>({
    base: browser.app.url,
    headers: () => ({ authorization: `Bearer ${token}` }),
  })
  expect(await program.user.info()).toMatchObject({ username: 'kay' })
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  expect(await page.getByText(token).count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke the token Build server' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectVisible(page.getByText('Token “Build server” revoked'))
  await expect(program.user.info()).rejects.toMatchObject({ code: 10102 })
})

test('keeps the name of the next token typed while the previous one is being created', async () => {
  const page = openAs(browser, 'kay', '/user/setting?tab=tokens')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('build server')
  await page.getByLabel('Your account password').fill(password)
  const making = browser.hold('user/tokenAdd')
  await page.getByRole('button', { name: 'Create token' }).click()
  await making.carriedOut
  await name.fill('deploy')
  making.release()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(await name.inputValue()).toBe('deploy')
})
