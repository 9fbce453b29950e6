import { createSign } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { TestBrowser } from '#tests/support/browser.ts'
import { samlKeys } from '#tests/support/saml-keys.ts'
import {
  type AnswerOptions,
  assertionXml,
  encryptXml,
  metadataXml,
  responseXml,
  signXml,
  startTextServer,
  type TextServer,
} from '#tests/support/saml-provider.ts'

const idp = 'https://idp.example/metadata'

let app: TestApp
let server: TextServer

beforeAll(async () => {
  server = await startTextServer()
})

afterAll(() => server.close())

const save = (form: object = {}, more: object = {}) =>
  app.as('admin').adminProvider.save({
    provider_id: 'firm',
    type: 'saml',
    name: 'Firm',
    is_open: '1',
    form: JSON.stringify({ metadata: metadataXml(idp, 'https://idp.example'), ...form }),
    ...more,
  })

beforeEach(async () => {
  server.texts.clear()
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
  app.rows.insert('options', { option_name: 'site_url', option_value: app.url })
})

const callback = () => `${app.url}/sign-in/firm/callback`

/** A sign-in that has begun: what an answer must be to. */
async function begin(browser: TestBrowser, path = '/sign-in/firm') {
  const there = await browser.open(path)
  expect(there.origin + there.pathname).toBe('https://idp.example/sso')
  return readRequest(there)
}

function readRequest(there: URL) {
  const request = inflateRawSync(Buffer.from(there.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const requestId = /\bID="([^"]+)"/.exec(request)?.[1] ?? ''
  return {
    request,
    RelayState: there.searchParams.get('RelayState') ?? '',
    options: { requestId, recipient: callback(), audience: `${app.url}/sign-in/firm/metadata` } as AnswerOptions,
  }
}

const asField = (xml: string) => Buffer.from(xml).toString('base64')

const answerTo = (options: AnswerOptions, sign: Parameters<typeof signXml>[2] = {}) =>
  responseXml(idp, options, signXml(assertionXml(idp, options), 'Assertion', sign))

/** Signs in with an answer that `make` forges, and returns where that leads. */
async function signIn(
  make: (options: AnswerOptions) => string | Promise<string> = (options) => answerTo(options),
  browser = new TestBrowser(app),
  path?: string,
): Promise<URL> {
  const { options, RelayState } = await begin(browser, path)
  const xml = await make({ attributes: { uid: 'lin', displayName: '林小雨' }, ...options })
  const next = await browser.post('/sign-in/firm/callback', { SAMLResponse: asField(xml), RelayState })
  return next.pathname === '/sign-in/firm/callback' ? browser.open(next.pathname + next.search) : next
}

const userOf = async (end: URL) => {
  const user_token = end.searchParams.get('user_token') ?? ''
  return (await app.call('user/info', { user_token })).json.data
}

const reasons = () =>
  app.rows.all('audit_log').flatMap((row) => (row['action'] === 'loginFailed' ? [row['detail']] : []))

async function messageAt(end: URL, lang = 'en'): Promise<string> {
  expect(end.pathname).toBe('/user/login')
  const id = end.searchParams.get('failed') ?? ''
  const { json } = await app.call('ExtLogin/failure', { id }, { headers: { 'accept-language': lang } })
  return (json.data as { message: string }).message
}

/** Requires that an answer lets nobody in, for a reason. */
async function rejects(make: (options: AnswerOptions) => string | Promise<string>, reason: RegExp): Promise<void> {
  const before = reasons().length
  const end = await signIn(make)
  expect(end.pathname).toBe('/user/login')
  expect(reasons().slice(before)).toEqual([expect.stringMatching(reason)])
  expect(app.rows.all('user_identity')).toEqual([])
  expect(app.errors).toEqual([])
}

describe('a sign-in with SAML', () => {
  test('gives a person an account, and finds it again', async () => {
    await save()
    const end = await signIn(undefined, undefined, '/sign-in/firm?redirect=/100/200')
    expect(reasons()).toEqual([])
    expect(end.pathname).toBe('/user/loginByUserToken')
    expect(end.searchParams.get('redirect_uri')).toBe('/100/200')
    const first = await userOf(end)
    expect(first).toMatchObject({ username: 'lin', name: '林小雨', is_sso: '1', groupid: '2' })
    expect(app.rows.all('user_identity')).toMatchObject([{ provider: 'firm', authority: idp, subject: 'u-1' }])
    const again = (options: AnswerOptions) => answerTo({ ...options, attributes: { uid: 'lin.xy' } })
    expect(await userOf(await signIn(again))).toMatchObject({ uid: (first as { uid: string }).uid, username: 'lin' })
    expect(app.errors).toEqual([])
  })

  test('requests with its metadata’s address, persistently when chosen, signed when chosen', async () => {
    await save({
      nameid_format: 'persistent',
      sign_requests: '1',
      // as a text field joins its lines, and as long as a larger key
      sp_key: samlKeys.site.key.replaceAll('\n', ' ').padEnd(4000),
      sp_certificate: samlKeys.site.cert,
    })
    const browser = new TestBrowser(app)
    const there = await browser.open('/sign-in/firm')
    const { request } = readRequest(there)
    expect(request).toContain(
      `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${app.url}/sign-in/firm/metadata<`,
    )
    expect(request).toContain(`AssertionConsumerServiceURL="${callback()}"`)
    expect(request).toContain('nameid-format:persistent')
    expect(there.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    expect(there.searchParams.get('Signature')).not.toBeNull()
    const [provider] = await app.as('admin').adminProvider.list()
    expect(JSON.stringify(provider)).not.toContain('PRIVATE KEY')
    expect(provider?.form['sp_key']).toMatch(/^\*+$/)
  })

  test('takes the metadata from its address, and a new certificate beside the former one', async () => {
    const entityId = `${server.url}/metadata`
    const metadata = (certificates?: string[]) =>
      server.texts.set('/metadata', { text: metadataXml(entityId, 'https://idp.example', certificates) })
    metadata([samlKeys.idp.cert, samlKeys.next.cert])
    await save({ metadata: '', metadata_url: entityId })
    const of = (keys: { cert: string; key: string }) => (options: AnswerOptions) =>
      responseXml(entityId, options, signXml(assertionXml(entityId, options), 'Assertion', { keys }))
    expect((await signIn(of(samlKeys.idp))).pathname).toBe('/user/loginByUserToken')
    expect((await signIn(of(samlKeys.next))).pathname).toBe('/user/loginByUserToken')
    expect(app.rows.all('user_identity')).toMatchObject([{ authority: entityId }])
    expect((await signIn(of(samlKeys.other))).pathname).toBe('/user/login')
  })

  test('decrypts an assertion for this site', async () => {
    await save({ sp_key: samlKeys.site.key, sp_certificate: samlKeys.site.cert })
    for (const algorithm of [
      'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    ] as const) {
      const end = await signIn(async (options) =>
        responseXml(idp, options, await encryptXml(signXml(assertionXml(idp, options), 'Assertion'), algorithm)),
      )
      expect(reasons()).toEqual([])
      expect(await userOf(end)).toMatchObject({ username: 'lin' })
    }
  })

  test('takes a response that is signed as well as its assertion', async () => {
    await save()
    const end = await signIn((options) => signXml(answerTo(options), 'Response'))
    expect(reasons()).toEqual([])
    expect(await userOf(end)).toMatchObject({ username: 'lin' })
  })

  test('knows the attributes of AD FS, Entra, Keycloak, Okta and SimpleSAMLphp', async () => {
    await save({ email_trusted: '1' })
    const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
    const microsoft = 'http://schemas.microsoft.com'
    const kinds: [string, Record<string, string>][] = [
      [
        'adfs',
        {
          [`${microsoft}/ws/2008/06/identity/claims/windowsaccountname`]: 'FIRM\\adfs',
          [`${claims}/emailaddress`]: 'adfs@example.com',
        },
      ],
      [
        'entra',
        {
          [`${claims}/name`]: 'entra@example.com',
          [`${microsoft}/identity/claims/displayname`]: 'A B',
          [`${claims}/emailaddress`]: 'entra@example.com',
        },
      ],
      ['kc', { 'urn:oid:0.9.2342.19200300.100.1.1': 'kc', 'urn:oid:0.9.2342.19200300.100.1.3': 'kc@example.com' }],
      ['okta', { login: 'okta@example.com', firstName: 'A', lastName: 'B', email: 'okta@example.com' }],
      ['ssp', { uid: 'ssp', mail: 'ssp@example.com', cn: 'A B' }],
    ]
    for (const [name, attributes] of kinds) {
      const end = await signIn((options) => answerTo({ ...options, nameId: `id-${name}`, attributes }))
      expect(await userOf(end)).toMatchObject({ username: name })
      expect(app.rows.all('user')).toContainEqual(
        expect.objectContaining({ username: name, email: `${name}@example.com` }),
      )
    }
  })

  test('reads what the predefined mappers of Keycloak send: the address has only its friendly name', async () => {
    await save({ email_trusted: '1' })
    // the mappers X500 email, X500 givenName and X500 surname, and a User Property username
    const attributes = {
      'urn:oid:1.2.840.113549.1.9.1': 'mei@example.com',
      'urn:oid:2.5.4.42': '梅',
      'urn:oid:2.5.4.4': '王',
      username: 'mei',
    }
    const friendlyNames = {
      'urn:oid:1.2.840.113549.1.9.1': 'email',
      'urn:oid:2.5.4.42': 'givenName',
      'urn:oid:2.5.4.4': 'surname',
    }
    await signIn((options) => answerTo({ ...options, nameId: 'G-1', attributes, friendlyNames }))
    expect(app.rows.all('user')).toContainEqual(
      expect.objectContaining({ username: 'mei', name: '梅 王', email: 'mei@example.com' }),
    )
  })

  test('links an account of a signed-in person', async () => {
    await app.newUser('ann')
    await save()
    const browser = new TestBrowser(app).use('ann')
    const { data } = await browser.call('ExtLogin/link', { provider_id: 'firm', password: 'a good password' })
    const { options, RelayState } = readRequest(new URL(String(data?.['url'])))
    const next = await browser.post('/sign-in/firm/callback', { SAMLResponse: asField(answerTo(options)), RelayState })
    const end = await browser.open(next.pathname + next.search)
    expect(end.pathname + end.search).toBe('/user/setting?tab=security')
    expect(app.rows.all('user_identity')).toMatchObject([{ uid: app.uid('ann'), provider: 'firm', subject: 'u-1' }])
  })

  test('ends at the identity provider too, and ends here when it ends there', async () => {
    await save()
    const browser = new TestBrowser(app)
    const enter = async () => {
      const end = await signIn(undefined, browser)
      await browser.call('user/loginByToken', { user_token: end.searchParams.get('user_token') ?? '' })
    }
    const isIn = async () => (await browser.call('user/info')).error_name === undefined
    await enter()
    const { data } = await browser.call('user/logout')
    const leads = new URL(String(data?.['logout_redirect_uri']))
    expect(leads.origin + leads.pathname).toBe('https://idp.example/slo')
    const sent = inflateRawSync(Buffer.from(leads.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    expect(sent).toMatch(/NameID[^>]*>u-1</)
    expect(sent).toContain(`NameQualifier="${idp}"`)
    expect(sent).toContain(`SPNameQualifier="${app.url}/sign-in/firm/metadata"`)
    expect(sent).toMatch(/SessionIndex[^>]*>s-1</)

    const logout = (nameId: string, index: string, issued = Date.now()) =>
      '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ' +
      `ID="_l1" Version="2.0" IssueInstant="${new Date(issued).toISOString()}"><saml:Issuer>${idp}</saml:Issuer>` +
      `<saml:NameID>${nameId}</saml:NameID><samlp:SessionIndex>${index}</samlp:SessionIndex></samlp:LogoutRequest>`
    const query = (xml: string, key = samlKeys.idp.key) => {
      const SigAlg = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
      const signed = new URLSearchParams({
        SAMLRequest: deflateRawSync(xml).toString('base64'),
        RelayState: 'x',
        SigAlg,
      })
      const Signature = createSign('RSA-SHA256').update(`${signed}`).sign(key, 'base64')
      return `/sign-in/firm/logout?${signed}&${new URLSearchParams({ Signature })}`
    }
    await enter()
    // unsigned, of others, of other sessions, of another time: nobody is signed out
    const unsigned = `/sign-in/firm/logout?${new URLSearchParams({ SAMLRequest: deflateRawSync(logout('u-1', 's-1')).toString('base64') })}`
    const failing = [
      unsigned,
      query(logout('u-1', 's-1'), samlKeys.other.key),
      query(logout('u-1', 's-1', Date.now() - 3_600_000)),
    ]
    for (const path of failing) expect((await browser.open(path)).pathname).toBe('/user/login')
    await browser.open(query(logout('u-2', 's-1')))
    await browser.open(query(logout('u-1', 's-2')))
    // a signed query of somebody else beside a message that nobody has signed
    const [, theirs = ''] = query(logout('u-2', 's-1')).split('?')
    const { SigAlg = '', Signature = '' } = Object.fromEntries(new URLSearchParams(theirs))
    const SAMLRequest = deflateRawSync(logout('u-1', 's-1')).toString('base64')
    const mixed = { SAMLRequest, RelayState: 'x', SigAlg, Signature, query: theirs }
    expect((await browser.post('/sign-in/firm/logout', mixed)).pathname).toBe('/user/login')
    const { json } = await app.call('ExtLogin/samlLogout', { provider_id: 'firm', ...mixed }, { method: 'GET' })
    expect(json.error_name).not.toBeUndefined()
    expect(await isIn()).toBe(true)
    const response = await browser.open(query(logout('u-1', 's-1')))
    expect(response.origin + response.pathname).toBe('https://idp.example/slo')
    expect(response.searchParams.get('SAMLResponse')).not.toBeNull()
    expect(response.searchParams.get('RelayState')).toBe('x')
    expect(await isIn()).toBe(false)
    // the same by POST
    await enter()
    const posted = (xml: string) => browser.post('/sign-in/firm/logout', { SAMLRequest: asField(xml) })
    expect((await posted(logout('u-1', 's-1'))).pathname).toBe('/user/login')
    expect(await isIn()).toBe(true)
    await posted(signXml(logout('u-1', 's-1'), 'LogoutRequest'))
    expect(await isIn()).toBe(false)
    expect(app.errors).toEqual([])
  })

  test('gives identity providers its metadata', async () => {
    await save({ sp_key: samlKeys.site.key, sp_certificate: samlKeys.site.cert }, { is_open: '0' })
    const response = await fetch(`${app.url}/sign-in/firm/metadata`)
    expect(response.headers.get('content-type')).toContain('application/samlmetadata+xml')
    const xml = await response.text()
    expect(xml).toContain(`entityID="${app.url}/sign-in/firm/metadata"`)
    expect(xml).toContain(`Location="${callback()}"`)
    expect(xml).toContain(samlKeys.site.cert.split('\n')[1] ?? '-')
    expect(xml).not.toContain('PRIVATE')
    const { json } = await app.call('ExtLogin/samlMetadata?provider_id=nobody', {}, { method: 'GET' })
    expect(json.error_name).toBe('providerGone')
  })

  test('begins at the identity provider only where that is allowed, and once', async () => {
    await save()
    const browser = new TestBrowser(app)
    const options = { recipient: callback(), audience: `${app.url}/sign-in/firm/metadata`, attributes: { uid: 'lin' } }
    const post = (xml: string, RelayState = 'https://evil.example/') =>
      browser.post('/sign-in/firm/callback', { SAMLResponse: asField(xml), RelayState })
    expect(await messageAt(await post(answerTo(options)))).toContain('Try again')
    await save({ idp_initiated: '1' })
    const xml = answerTo(options)
    const end = await post(xml)
    expect(await userOf(end)).toMatchObject({ username: 'lin' })
    expect(end.searchParams.get('redirect_uri')).toBe('/item/index')
    expect((await post(xml)).pathname).toBe('/user/login')
    expect(reasons()).toEqual([expect.stringContaining('has been used before')])
    // an answer to a request of this site is not one of these
    expect((await post(answerTo({ ...options, requestId: '_other' }))).pathname).toBe('/user/login')
  })
})

describe('an attack on SAML', () => {
  beforeEach(async () => {
    await save()
  })

  test('by someone who begins, and has another person bring their answer', async () => {
    const [attacker, victim] = [new TestBrowser(app), new TestBrowser(app)]
    const { options, RelayState } = await begin(attacker)
    const xml = answerTo({ attributes: { uid: 'lin' }, ...options })
    const next = await victim.post('/sign-in/firm/callback', { SAMLResponse: asField(xml), RelayState })
    expect(next.searchParams.get('code')).toMatch(/^[0-9a-f]{64}$/)
    // the attacker knows the state, and comes before the victim's browser goes on
    for (const more of ['', '&code=', `&code=${'0'.repeat(64)}`]) {
      const end = await attacker.open(`/sign-in/firm/callback?state=${RelayState}${more}`)
      expect(end.pathname).toBe('/user/login')
      expect(end.searchParams.get('user_token')).toBeNull()
    }
    expect((await victim.open(next.pathname + next.search)).pathname).toBe('/user/login')
    expect(reasons()).toEqual([expect.stringContaining('another browser has brought the answer')])
    expect(app.rows.all('user_identity')).toEqual([])
    expect(app.errors).toEqual([])
  })

  const evil = (options: AnswerOptions) => ({ ...options, nameId: 'admin', attributes: { uid: 'admin' } })
  const signed = (options: AnswerOptions) => signXml(assertionXml(idp, options), 'Assertion')
  const withoutSignature = (xml: string) => xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
  const signatureOf = (xml: string) => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
  const within = (xml: string, inner: string) => xml.replace(/<\/saml:Assertion>$/, `${inner}</saml:Assertion>`)
  const inSignature = (signature: string, inner: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`)
  const forged = (options: AnswerOptions) => assertionXml(idp, { ...evil(options), assertionId: '_evil' })

  // Source of the eight variants: Somorovsky and others, On Breaking SAML: Be Whoever You Want to Be, and SAML Raider.
  const wrappings: Record<string, (options: AnswerOptions) => string> = {
    // of a signed response: a forged one around it, the original in or beside the signature
    XSW1(options) {
      const original = signXml(answerTo(options), 'Response')
      const signature = signatureOf(original.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, ''))
      const copy = original.replace(signature, '')
      const response = responseXml(idp, options, forged(options), '_evilResponse')
      return response.replace('</saml:Issuer>', `</saml:Issuer>${inSignature(signature, copy)}`)
    },
    XSW2(options) {
      const original = signXml(answerTo(options), 'Response')
      const signature = signatureOf(original.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, ''))
      const copy = original.replace(signature, '')
      const response = responseXml(idp, options, forged(options), '_evilResponse')
      return response.replace('</saml:Issuer>', `</saml:Issuer>${copy}${signature}`)
    },
    // of a signed assertion: a forged one before, around or after it
    XSW3: (options) => responseXml(idp, options, forged(options) + signed(options)),
    XSW4: (options) => responseXml(idp, options, within(forged(options), signed(options))),
    XSW5(options) {
      const original = signed(options)
      const changed = forged(options).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(original)}`)
      return responseXml(idp, options, changed + withoutSignature(original))
    },
    XSW6(options) {
      const original = signed(options)
      const signature = signatureOf(original).replace(
        /<\/ds:Signature>$/,
        `${withoutSignature(original)}</ds:Signature>`,
      )
      return responseXml(idp, options, forged(options).replace('</saml:Issuer>', `</saml:Issuer>${signature}`))
    },
    XSW7: (options) =>
      responseXml(idp, options, `<samlp:Extensions>${forged(options)}</samlp:Extensions>${signed(options)}`),
    XSW8(options) {
      const original = signed(options)
      const signature = inSignature(signatureOf(original), withoutSignature(original))
      return responseXml(idp, options, forged(options).replace('</saml:Issuer>', `</saml:Issuer>${signature}`))
    },
  }

  test.each(Object.keys(wrappings))('by signature wrapping %s', async (name) => {
    await rejects(wrappings[name] ?? (() => ''), /assertion|signature|response/)
  })

  test('by wrapping under the same ID', async () => {
    await rejects((options) => {
      const original = signed({ ...options, assertionId: '_one' })
      return responseXml(idp, options, assertionXml(idp, { ...evil(options), assertionId: '_one' }) + original)
    }, /two elements have one ID/)
    await rejects((options) => {
      const original = signed({ ...options, assertionId: '_one' })
      return responseXml(idp, options, `<x Id="_one"/>${original}`)
    }, /two elements have one ID/)
  })

  test('by an unsigned assertion, alone or beside a signed one', async () => {
    await rejects((options) => responseXml(idp, options, assertionXml(idp, evil(options))), /not signed/)
    await rejects((options) => responseXml(idp, options, signed(options) + forged(options)), /several assertions/)
  })

  test('by a signature of the response alone, which is not enough', async () => {
    await rejects(
      (options) => signXml(responseXml(idp, options, assertionXml(idp, options)), 'Response'),
      /turn on signed assertions/,
    )
  })

  test('by a change after the signature', async () => {
    await rejects((options) => answerTo(options).replace('>u-1<', '>admin<'), /Invalid signature/)
    await rejects((options) => answerTo(options).replace('>lin<', '>admin<'), /Invalid signature/)
  })

  test('by a comment in the name, before or after the signature', async () => {
    const injected = (options: AnswerOptions) => ({ ...options, nameId: 'admin<!---->@x.example' })
    await rejects((options) => answerTo(injected(options)), /comment/)
    await rejects(
      (options) => answerTo({ ...options, nameId: 'admin@x.example' }).replace('admin@', 'admin<!---->@'),
      /comment/,
    )
    await rejects((options) => answerTo(options).replace('>u-1<', '>u-<?x y?>1<'), /processing instruction/)
    await rejects((options) => answerTo(options).replace('>u-1<', '><![CDATA[u-1]]><'), /CDATA/)
  })

  test('by the signature of another key, which it brings along', async () => {
    await rejects((options) => answerTo(options, { keys: samlKeys.other }), /Invalid signature/)
    await rejects((options) => {
      const signer = signXml(assertionXml(idp, options), 'Assertion', { keys: samlKeys.other })
      const body = samlKeys.other.cert.replaceAll(/-----[^-]+-----|\s/g, '')
      const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
      const bare = signer.replace(/<ds:KeyInfo[\s\S]*<\/ds:KeyInfo>/, '')
      return responseXml(idp, options, bare.replace('</ds:Signature>', `${info}</ds:Signature>`))
    }, /Invalid signature/)
  })

  test('by an algorithm of the past, or none', async () => {
    await rejects((options) => answerTo(options, { method: 'sha1' }), /rsa-sha1: set RSA with SHA-256/)
    const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'
    await rejects(
      (options) => answerTo(options).replace(/(SignatureMethod Algorithm=")[^"]+/, `$1${hmac}`),
      /hmac-sha1/,
    )
    const xslt = 'http://www.w3.org/TR/1999/REC-xslt-19991116'
    await rejects((options) => answerTo(options).replace(/(Transform Algorithm=")[^"]+/, `$1${xslt}`), /xslt/)
    const plain = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
    await rejects(
      (options) => answerTo(options).replace(/(CanonicalizationMethod Algorithm=")[^"]+/, `$1${plain}`),
      /canonicalised/,
    )
  })

  test('by an answer for another site, address, request or time', async () => {
    const audience = (options: AnswerOptions) => answerTo({ ...options, audience: 'https://other.example' })
    await rejects(audience, /audience mismatch.*other.example/)
    await rejects(
      (o) => answerTo({ ...o, recipient: 'https://other.example/acs', destination: callback() }),
      /recipient is/,
    )
    await rejects((o) => answerTo({ ...o, destination: 'https://other.example/acs' }), /destination is/)
    await rejects((o) => answerTo({ ...o, requestId: '_other' }), /another request/)
    await rejects((o) => answerTo({ ...o, issuer: 'https://other.example' }), /issuer is/)
    await rejects((o) => answerTo({ ...o, notBefore: -900, notOnOrAfter: -600 }), /was valid until .* set the clocks/)
    await rejects((o) => answerTo({ ...o, notBefore: 600, notOnOrAfter: 900 }), /is valid from .* set the clocks/)
    await rejects(
      (o) =>
        answerTo({
          ...o,
          change: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
        }),
      /has no AudienceRestriction|no audience/,
    )
    await rejects(
      (o) => answerTo({ ...o, change: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') }),
      /conditions/,
    )
    await rejects((o) => answerTo({ ...o, change: (xml) => xml.replace('cm:bearer', 'cm:sender-vouches') }), /bearer/)
    await rejects(
      (o) => answerTo({ ...o, change: (xml) => xml.replace(/<saml:AuthnStatement.*?\/>/, '') }),
      /has signed in/,
    )
  })

  test('by names that identify nobody', async () => {
    const nameFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    await rejects((o) => answerTo({ ...o, nameFormat }), /transient/)
    await save({ subject_field: 'employee' })
    await rejects((o) => answerTo({ ...o, nameFormat }), /attribute employee is missing; there are uid, displayName/)
    const end = await signIn((o) => answerTo({ ...o, nameFormat, attributes: { uid: 'lin', employee: '77' } }))
    expect(await userOf(end)).toMatchObject({ username: 'lin' })
    expect(app.rows.all('user_identity')).toMatchObject([{ subject: 'employee:77' }])
  })

  test('by XML that is dangerous to read', async () => {
    const prologue = (doctype: string) => (options: AnswerOptions) => `${doctype}${answerTo(options)}`
    await rejects(prologue('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), /document type/)
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    await rejects(prologue(`<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`), /document type/)
    await rejects((o) => answerTo(o).replace('>u-1<', '>&xxe;<'), /well-formed/)
    await rejects((o) => answerTo(o).slice(0, -40), /well-formed/)
    await rejects(() => `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`, /too many levels/)
    await rejects(() => `<a>${'<b/>'.repeat(30_000)}</a>`, /too many elements/)
    await rejects(() => 'x'.repeat(500_000), /too large/)
    await rejects(() => '<samlp:Response/>', /well-formed/)
    await rejects(() => '<html/>', /not a SAML 2.0 response/)
    const huge = await fetch(callback(), {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: 'A'.repeat(1_100_000) }),
    })
    expect(huge.status).toBe(413)
  })

  test('by bytes that are no text', async () => {
    const { RelayState } = await begin(new TestBrowser(app))
    for (const SAMLResponse of ['%%%', Buffer.from([0xff, 0xfe, 0x3c]).toString('base64'), '='])
      await new TestBrowser(app).post('/sign-in/firm/callback', { SAMLResponse, RelayState })
    expect(reasons()).toEqual([
      expect.stringContaining('base64'),
      expect.stringContaining('UTF-8'),
      expect.stringContaining('base64'),
    ])
  })

  test('by another browser, or the same answer twice', async () => {
    const browser = new TestBrowser(app)
    const { options, RelayState } = await begin(browser)
    const SAMLResponse = asField(answerTo({ ...options, attributes: { uid: 'lin' } }))
    const next = await browser.post('/sign-in/firm/callback', { SAMLResponse, RelayState })
    // a page cannot sign another browser in with its own answer
    const other = await new TestBrowser(app).open(next.pathname + next.search)
    expect(other.pathname).toBe('/user/login')
    expect((await browser.open(next.pathname + next.search)).pathname).toBe('/user/login')
    const again = await browser.post('/sign-in/firm/callback', { SAMLResponse, RelayState })
    expect(again.pathname).toBe('/user/login')
    // nor with a new sign-in, while the assertion is good
    const second = await begin(browser)
    const reused = await browser.post('/sign-in/firm/callback', { SAMLResponse, RelayState: second.RelayState })
    expect(reused.pathname).toBe('/user/login')
    expect(app.rows.all('user_identity')).toEqual([])
  })

  test('by a signature within the encryption that is missing, old, or of another key', async () => {
    await save({ sp_key: samlKeys.site.key, sp_certificate: samlKeys.site.cert })
    const around = (inner: (options: AnswerOptions) => string) => async (options: AnswerOptions) =>
      responseXml(idp, options, await encryptXml(inner(options)))
    await rejects(
      around((o) => assertionXml(idp, o)),
      /not signed/,
    )
    await rejects(
      around((o) => signXml(assertionXml(idp, o), 'Assertion', { method: 'sha1' })),
      /rsa-sha1/,
    )
    await rejects(
      around((o) => signXml(assertionXml(idp, o), 'Assertion', { keys: samlKeys.other })),
      /Invalid signature/,
    )
    await rejects(
      around((o) => within(assertionXml(idp, o), signed(o))),
      /assertion within/,
    )
    await rejects(
      async (o) => (await around(signed)(o)).replace(/(CipherValue>)[^<]{20}/, '$1AAAAAAAAAAAAAAAAAAAA'),
      /could not be decrypted/,
    )
    await save({ sp_key: '', sp_certificate: '' })
    await rejects(around(signed), /has no key/)
  })

  test('says what the identity provider says', async () => {
    const status = (code: string) => (options: AnswerOptions) =>
      responseXml(idp, options, '').replace(
        /<samlp:Status>.*<\/samlp:Status>/,
        `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}"/></samlp:StatusCode></samlp:Status>`,
      )
    expect(await messageAt(await signIn(status('AuthnFailed')))).toContain('did not let you in')
    expect(await messageAt(await signIn(status('InvalidNameIDPolicy')), 'zh')).toContain('未能完成登录')
    expect(reasons()).toContainEqual(expect.stringContaining('Responder/InvalidNameIDPolicy'))
  })
})

describe('a test of SAML in Admin', () => {
  const steps = async (form: object) =>
    (
      await app.as('admin').adminProvider.test({
        provider_id: 'firm',
        type: 'saml',
        form: JSON.stringify(form),
      })
    ).steps.map(({ step, outcome, error_message }) => [step, outcome, error_message])

  test('goes through metadata, addresses, certificates and our own key', async () => {
    server.texts.set('/metadata', { text: metadataXml(idp, 'https://idp.example') })
    const good = {
      metadata_url: `${server.url}/metadata`,
      sp_key: samlKeys.site.key,
      sp_certificate: samlKeys.site.cert,
    }
    expect(await steps(good)).toEqual([
      ['metadata', 'ok', ''],
      ['samlEndpoints', 'ok', ''],
      ['certificates', 'ok', ''],
      ['key', 'ok', ''],
      ['callback', 'ok', ''],
    ])
    expect((await steps({ ...good, sp_key: samlKeys.other.key })).at(-1)).toEqual([
      'key',
      'failed',
      expect.stringContaining('doesn’t belong'),
    ])
    expect((await steps({ ...good, sp_key: 'nonsense' })).at(-1)?.[2]).toContain('not an RSA key')
    expect(await steps({ metadata: '' })).toEqual([['form', 'failed', expect.stringContaining('metadata')]])
    expect((await steps({ metadata_url: `${server.url}/none` })).at(-1)).toEqual([
      'metadata',
      'failed',
      expect.stringContaining('HTTP 404'),
    ])
    expect((await steps({ metadata_url: 'http://10.1.2.3/metadata' })).at(-1)?.[2]).toContain('outbound_allow')
    expect((await steps({ metadata: '<!DOCTYPE x><x/>' })).at(-1)?.[2]).toContain('document type')
    expect((await steps({ metadata: metadataXml(idp, 'https://idp.example', []) })).at(-1)?.[2]).toContain(
      'no certificate',
    )
  })
})
