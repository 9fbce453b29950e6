import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const most = 30

test('tests that connect to another server are limited for each person and kind, in words that say how long', async () => {
  const app = await createTestApp()
  const administrator = app.as('admin')
  const { webhook_id } = await administrator.adminWebhook.save({ url: 'https://hook.invalid/x' })
  const form = (fields: object) => JSON.stringify(fields)
  // none of these names exists, so each test ends at once
  const tests: Record<string, [path: string, fields: Record<string, string>]> = {
    directory: ['adminSetting/testLdap', { ldap_form: form({ host: 'ldap.invalid', base_dn: 'dc=example' }) }],
    storage: [
      'adminSetting/testStorage',
      { oss_setting: form({ oss_type: 's3_storage', endpoint: 's3.invalid', bucket: 'docs', key: 'k', secret: 's' }) },
    ],
    mail: ['adminMail/test', { mail_form: form({ host: 'smtp.invalid', from: 'docs@example.com' }) }],
    provider: [
      'adminProvider/test',
      { provider_id: 'own', type: 'oauth2', form: form({ client_id: 'docs', issuer: 'https://id.invalid' }) },
    ],
    webhook: ['adminWebhook/test', { webhook_id: String(webhook_id) }],
  }
  for (const [kind, [path, fields]] of Object.entries(tests)) {
    expect.soft((await app.call(path, fields, { as: 'admin' })).json.error_code, path).toBe(0)
    // the others of the window, without their connections
    for (let nth = 1; nth < most; nth++)
      expect(app.app.limiter.take(`test-${kind}:${app.uid('admin')}`, most, 600_000)).toBe(true)
    const { status, json } = await app.call(path, fields, { as: 'admin' })
    expect
      .soft([status, json.error_message], path)
      .toEqual([
        429,
        'You have tested this 30 times within 10 minutes. Wait a few minutes, then test again. What you have entered stays.',
      ])
    const chinese = await app.call(path, fields, { as: 'admin', headers: { 'accept-language': 'zh-CN' } })
    expect.soft(chinese.json.error_message, path).toContain('10 分钟内已测试 30 次')
  }
})
