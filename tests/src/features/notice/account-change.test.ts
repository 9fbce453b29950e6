import { afterEach, expect, test } from 'vitest'
import { fromBase32, totpCode } from '#src/features/two-step/totp.ts'
import { SoftwarePasskey } from '#tests/support/authenticator.ts'
import { createMailApp, type MailApp, siteUrl } from '#tests/support/mail-app.ts'

const password = 'a good password'

let site: MailApp
afterEach(() => site.server.close())

/** A site that sends mail, with an account whose address is proved. */
async function start(lang = 'en') {
  site = await createMailApp({ language: lang })
  await site.app.newUser('ann', { password })
  site.withAddress('ann')
  let ahead = 0
  site.app.app.now = () => new Date(Date.now() + ahead * 1000)
  return {
    ann: site.app.as('ann'),
    codeOf: (key: string) =>
      totpCode(fromBase32(key.replaceAll(' ', '')), Math.floor((Date.now() / 1000 + ahead) / 30)),
    /** Goes on to a code that nobody has used. */
    wait: () => {
      ahead += 60
    },
  }
}

/** Returns the mails that have arrived, in any order: several are sent at once. */
async function arrived(count: number) {
  await expect.poll(() => site.server.mails.length).toBe(count)
  return site.server.mails.map((mail) => {
    expect(mail.to).toEqual(['ann@example.com'])
    return { subject: mail.header('Subject') ?? '', text: mail.text('text/plain').replaceAll(/\s+/g, ' ') }
  })
}

test('a person is told by mail of each change of their second step', async () => {
  const { ann, codeOf, wait } = await start()
  const { manual_key } = await ann.twoStep.startApp({ password })
  // a key that nobody has confirmed changes nothing
  expect(site.app.rows.all('outbox')).toEqual([])
  await ann.twoStep.enableApp({ code: codeOf(manual_key) })
  wait()
  await ann.twoStep.makeRecoveryCodes({ password, code: codeOf(manual_key) })
  wait()
  const { options } = await ann.twoStep.passkeyOptions({ password, code: codeOf(manual_key) })
  await ann.twoStep.addPasskey({ name: 'Laptop', response: new SoftwarePasskey(siteUrl).create(options) })
  wait()
  const passkey_id = String((await ann.twoStep.state()).passkeys[0]?.passkey_id)
  await ann.twoStep.removePasskey({ passkey_id, password, code: codeOf(manual_key) })
  wait()
  await ann.twoStep.disableApp({ password, code: codeOf(manual_key) })
  await site.app.as('admin').adminUser.resetSecondStep({ uid: site.app.uid('ann') })
  const mails = await arrived(6)
  for (const { subject, text } of mails) {
    expect(subject).toBe('Docstead: how you sign in was changed')
    expect(text).toMatch(/the account ann on Docstead.* If that wasn’t you, contact an administrator at once\./)
    expect(text).not.toContain('{{')
  }
  expect(mails.map(({ text }) => text).sort()).toEqual([
    // where an administrator sits is nobody's business
    expect.stringMatching(/^An administrator removed the second step (?!.*127\.0\.0\.1)/),
    expect.stringMatching(/^An authenticator app was added .* The change came from the address 127\.0\.0\.1\./),
    expect.stringMatching(/^New recovery codes were created /),
    expect.stringMatching(/^The authenticator app .* was turned off/),
    expect.stringMatching(/^The passkey “Laptop” was added /),
    expect.stringMatching(/^The passkey “Laptop” was removed /),
  ])
  // no key, code or password is in any of them
  const stored = JSON.stringify(site.app.rows.all('outbox'))
  expect(stored).not.toContain(manual_key.slice(0, 4))
})

test('a person is told by mail of each new password, in the language of their mail', async () => {
  const { ann } = await start('zh')
  await ann.user.resetPassword({ password, new_password: 'another one 12' })
  const admin = site.app.as('admin')
  await admin.adminUser.changePassword({ uid: site.app.uid('ann'), new_password: 'yet another 13' })
  await admin.adminUser.addUser({ uid: site.app.uid('ann'), username: 'ann', password: 'and one more 14' })
  const mails = await arrived(3)
  for (const { subject, text } of mails) {
    expect(subject).toBe('Docstead：密码已修改')
    expect(text).toContain('请立即联系管理员')
  }
  expect(mails.filter(({ text }) => /的密码已修改.*操作来自 127\.0\.0\.1/.test(text))).toHaveLength(1)
  expect(mails.filter(({ text }) => text.startsWith('管理员为'))).toHaveLength(2)
})

test('an address that nobody has proved, a disabled account and a site without mail get nothing', async () => {
  await start()
  const set = (sql: string) => site.app.rows.sqlite.prepare(`UPDATE user SET ${sql} WHERE username = 'ann'`).run()
  const change = (new_password: string) =>
    site.app.as('admin').adminUser.changePassword({ uid: site.app.uid('ann'), new_password })
  set('email_verify = 0')
  await change('another one 12')
  set('email_verify = 1, is_disabled = 1')
  await change('yet another 13')
  expect(site.app.rows.all('outbox')).toEqual([])
  set('is_disabled = 0')
  await change('and one more 14')
  expect(site.app.rows.all('outbox')).toHaveLength(1)
})
