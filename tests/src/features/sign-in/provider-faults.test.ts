import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { localhostCertificate } from '#tests/support/localhost-certificate.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/support/openid-provider.ts'

let app: TestApp
let provider: OpenIdProvider
let nonsense: Server

beforeAll(async () => {
  provider = await startOpenIdProvider()
  nonsense = createServer(localhostCertificate, (_request, response) => response.end('<h1>Welcome</h1>'))
  await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await provider.close()
  nonsense.close()
})

beforeEach(async () => {
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8', '::1'] } })
  app.rows.insert('options', { option_name: 'site_url', option_value: app.url })
})

/** The address of the server with a certificate that nobody trusts, whose every answer is a page for people. */
const secure = () => `https://localhost:${(nonsense.address() as AddressInfo).port}`

type Kind = 'oauth2' | 'saml' | 'cas'

/** The form of a kind of provider at an address. */
const formAt: Record<Kind, (address: string) => Record<string, string>> = {
  oauth2: (issuer) => ({ issuer, client_id: 'docstead', client_secret: 'secret' }),
  saml: (address) => ({ metadata_url: `${address}/metadata` }),
  cas: (server_url) => ({ server_url }),
}

/** Returns the last step of the test of the console, with its message in both languages. */
async function lastStep(type: Kind, form: Record<string, string>) {
  const run = async (lang: string) => {
    const fields = { provider_id: 'firm', type, form: JSON.stringify(form) }
    const headers = { 'accept-language': lang }
    const { json } = await app.call('adminProvider/test', fields, { as: 'admin', headers })
    return (json.data as { steps: { step: string; outcome: string; error_message: string }[] }).steps.at(-1)
  }
  const [en, zh] = [await run('en'), await run('zh')]
  expect(zh).toMatchObject({ step: en?.step, outcome: en?.outcome })
  for (const text of [en?.error_message, zh?.error_message]) expect(text).not.toMatch(/\{\{|undefined/)
  return { outcome: en?.outcome, en: en?.error_message ?? '', zh: zh?.error_message ?? '' }
}

describe.each<Kind>(['oauth2', 'saml', 'cas'])('the test of %s says in both languages what is wrong', (kind) => {
  test('a host that does not exist', async () => {
    const { en, zh } = await lastStep(kind, formAt[kind]('https://idp.invalid'))
    expect(en).toMatch(/idp\.invalid doesn’t answer .*Check the address/)
    expect(zh).toMatch(/idp\.invalid.*请检查/)
  })

  test('a host that takes no connection', async () => {
    const { en, zh } = await lastStep(kind, formAt[kind]('https://127.0.0.1:1'))
    expect(en).toMatch(/127\.0\.0\.1:1 doesn’t answer \(.*ECONNREFUSED/)
    expect(zh).toMatch(/127\.0\.0\.1:1.*ECONNREFUSED/)
  })

  test('a certificate that nobody trusts; with it in the form, an answer that is nonsense', async () => {
    const form = formAt[kind](secure())
    const { en, zh } = await lastStep(kind, form)
    expect(en).toMatch(/certificate of localhost:\d+ is not trusted .*Add your authority’s certificate/)
    expect(zh).toMatch(/localhost:\d+ 的证书不受信任/)
    const trusted = await lastStep(kind, { ...form, ca: localhostCertificate.cert })
    expect(trusted.outcome).toBe('failed')
    expect(trusted.en).not.toMatch(/certificate of|h1|Welcome/)
    expect(trusted.en).toMatch(/expected|settings|metadata/i)
    expect(trusted.zh).not.toMatch(/证书不受信任/)
  })

  test('a certificate for another name', async () => {
    const form = { ...formAt[kind](secure().replace('localhost', '127.0.0.1')), ca: localhostCertificate.cert }
    const { en, zh } = await lastStep(kind, form)
    expect(en).toMatch(/127\.0\.0\.1:\d+ is not trusted .*use the name that the certificate is for/)
    expect(zh).toContain('证书')
  })
})

test('a secret that has expired, and a clock that is wrong', async () => {
  const form = { issuer: provider.issuer, client_id: provider.client.id, client_secret: 'of last year' }
  const secret = await lastStep('oauth2', form)
  expect(secret.en).toMatch(/does not accept the client ID docstead .*may have expired/)
  expect(secret.zh).toContain('密钥可能已过期')
  const real = app.app.now
  app.app.now = () => new Date(real().getTime() + 400_000)
  const clock = await lastStep('oauth2', form)
  expect(clock.en).toMatch(/clocks .*differ by (39\d|40\d) s.*NTP/)
  expect(clock.zh).toMatch(/时钟相差 (39\d|40\d) 秒/)
})
