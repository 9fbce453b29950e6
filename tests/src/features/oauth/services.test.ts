import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

/** What a service is asked, as it arrives. */
interface Asked {
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, string>
}

type Reply = (asked: Asked) => { status?: number; body: unknown }

let server: Server
let base = ''
let replies: Record<string, Reply> = {}
let asked: Asked[] = []
let app: TestApp

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', base)
      const text = Buffer.concat(chunks).toString('utf8')
      const isJson = request.headers['content-type']?.startsWith('application/json')
      const body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
      const one = { path: url.pathname, query: url.searchParams, headers: request.headers, body }
      asked.push(one)
      const reply = replies[url.pathname]?.(one) ?? { status: 404, body: { message: 'not here' } }
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(reply.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})

afterAll(() => server.close())

beforeEach(async () => {
  replies = {}
  asked = []
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
})

const save = (form: object) =>
  app.as('admin').adminProvider.save({
    provider_id: 'firm',
    name: 'The firm',
    is_open: '1',
    form: JSON.stringify({ client_id: 'app-1', client_secret: 'sesame', ...form }),
  })

/** Begins a sign-in; returns where the browser goes, and how it comes back. */
async function begin() {
  const response = await fetch(`${app.url}/sign-in/firm`, { redirect: 'manual' })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const there = new URL(response.headers.get('location') ?? '', app.url)
  const state = there.searchParams.get('state') ?? ''
  const answer = async (fields: Record<string, string>) => {
    const query = new URLSearchParams({ state, ...fields })
    const url = `${app.url}/sign-in/firm/callback?${query}`
    const back = await fetch(url, { redirect: 'manual', headers: { cookie } })
    return new URL(back.headers.get('location') ?? '', app.url)
  }
  return { there, answer }
}

const userOf = async (end: URL) =>
  (await app.call('user/info', { user_token: end.searchParams.get('user_token') ?? '' })).json.data

const reasons = () =>
  app.rows.all('audit_log').flatMap((row) => (row['action'] === 'loginFailed' ? [String(row['detail'])] : []))
const identities = () => app.rows.all('user_identity')
const steps = async () =>
  (await app.as('admin').adminProvider.test({ provider_id: 'firm' })).steps.map((one) => `${one.step} ${one.outcome}`)

describe('Feishu', () => {
  const form = () => ({
    service: 'feishu',
    authorize_path: `${base}/open-apis/authen/v1/authorize`,
    token_path: `${base}/open-apis/authen/v2/oauth/token`,
    userinfo_path: `${base}/open-apis/authen/v1/user_info`,
  })
  const person = {
    name: '王伟',
    en_name: 'Wei Wang',
    open_id: 'ou_1',
    union_id: 'on_1',
    user_id: 'wangwei7',
    enterprise_email: 'wei.wang@example.com',
    tenant_key: 'tenant-1',
  }

  beforeEach(() => {
    replies = {
      '/open-apis/authen/v2/oauth/token': ({ body }) =>
        body['code'] === 'right'
          ? { body: { code: 0, access_token: 'u-token', expires_in: 7200, token_type: 'Bearer' } }
          : { status: 400, body: { code: 20003, error: 'invalid_grant', error_description: 'The code is invalid' } },
      '/open-apis/authen/v1/user_info': ({ headers }) =>
        headers.authorization === 'Bearer u-token'
          ? { body: { code: 0, msg: 'success', data: person } }
          : { status: 400, body: { code: 20005, msg: 'bad token' } },
      '/open-apis/auth/v3/tenant_access_token/internal': ({ body }) =>
        body['app_secret'] === 'sesame' ? { body: { code: 0 } } : { body: { code: 10014, msg: 'app secret invalid' } },
    }
  })

  test('signs people in by their union id, with PKCE and the address of the company', async () => {
    await save(form())
    const { there, answer } = await begin()
    expect(there.pathname).toBe('/open-apis/authen/v1/authorize')
    expect(there.searchParams.get('client_id')).toBe('app-1')
    expect(await userOf(await answer({ code: 'right' }))).toMatchObject({
      username: 'wei.wang',
      name: '王伟',
      email: 'wei.wang@example.com',
    })
    expect(identities()).toMatchObject([{ authority: base, subject: 'union_id:on_1' }])
    const verifier = asked[0]?.body['code_verifier'] ?? ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(there.searchParams.get('code_challenge'))
  })

  test('says what Feishu says about a wrong code, and turns away other organisations', async () => {
    await save({ ...form(), tenant: 'tenant-2' })
    expect((await (await begin()).answer({ code: 'wrong' })).pathname).toBe('/user/login')
    expect((await (await begin()).answer({ code: 'right' })).pathname).toBe('/user/login')
    expect(reasons()).toEqual([
      'firm: rejected: token: 20003, invalid_grant, The code is invalid, HTTP 400',
      'firm: rejected: the person does not belong to the organisation tenant-2',
    ])
  })

  test('the test tries the secret', async () => {
    await save(form())
    expect(await steps()).toEqual(['secret ok', 'callback ok'])
    await save({ ...form(), client_secret: 'other' })
    expect(await steps()).toEqual(['secret failed'])
  })
})

describe('DingTalk', () => {
  beforeEach(() => {
    replies = {
      '/v1.0/oauth2/userAccessToken': ({ body }) =>
        body['code'] === 'right' && body['clientSecret'] === 'sesame'
          ? { body: { accessToken: 'd-token', expireIn: 7200, corpId: 'ding1' } }
          : { status: 400, body: { code: 'invalidParameter.authCode', message: 'no such code' } },
      '/v1.0/contact/users/me': ({ headers }) =>
        headers['x-acs-dingtalk-access-token'] === 'd-token'
          ? { body: { nick: '李 雷', unionId: 'union-1', openId: 'open-1', email: 'lilei@example.com' } }
          : { status: 403, body: { code: 'Forbidden', message: 'no permission' } },
      '/v1.0/oauth2/accessToken': ({ body }) =>
        body['appSecret'] === 'sesame'
          ? { body: { accessToken: 'a' } }
          : { status: 400, body: { code: 'invalidClient' } },
    }
  })

  test('signs people in by authCode, and does not take their address for verified', async () => {
    await save({
      service: 'dingtalk',
      authorize_path: `${base}/oauth2/auth`,
      token_path: `${base}/v1.0/oauth2/userAccessToken`,
      userinfo_path: `${base}/v1.0/contact/users/me`,
      tenant: 'ding1',
    })
    const { there, answer } = await begin()
    expect(there.searchParams.get('scope')).toBe('openid corpid')
    expect(await userOf(await answer({ authCode: 'right' }))).toMatchObject({
      username: 'lilei',
      name: '李 雷',
      email: '',
    })
    expect(identities()).toMatchObject([{ subject: 'unionId:union-1' }])
    expect((await (await begin()).answer({ authCode: 'wrong' })).pathname).toBe('/user/login')
    expect(reasons()).toEqual(['firm: rejected: userAccessToken: invalidParameter.authCode, no such code, HTTP 400'])
    expect(await steps()).toEqual(['secret ok', 'callback ok'])
  })
})

describe('WeCom', () => {
  let tokens = 0

  beforeEach(async () => {
    tokens = 0
    replies = {
      '/cgi-bin/gettoken': ({ query }) =>
        query.get('corpsecret') === 'sesame'
          ? { body: { errcode: 0, errmsg: 'ok', access_token: `w-${++tokens}`, expires_in: 7200 } }
          : { body: { errcode: 40001, errmsg: 'invalid credential' } },
      '/cgi-bin/auth/getuserinfo': ({ query }) => {
        if (query.get('access_token') !== `w-${tokens}`) return { body: { errcode: 42001, errmsg: 'expired' } }
        if (query.get('code') === 'right') return { body: { errcode: 0, errmsg: 'ok', userid: 'HanMeimei' } }
        if (query.get('code') === 'guest') return { body: { errcode: 0, errmsg: 'ok', openid: 'o-1' } }
        return { body: { errcode: 40029, errmsg: 'invalid code' } }
      },
      '/cgi-bin/user/get': () => ({ body: { errcode: 0, name: '韩梅梅', biz_mail: 'han@example.com' } }),
    }
    await save({
      service: 'wecom',
      agent_id: '1000002',
      authorize_path: `${base}/wwlogin/sso/login`,
      token_path: `${base}/cgi-bin/gettoken`,
      userinfo_path: `${base}/cgi-bin/auth/getuserinfo`,
      resource_path: `${base}/cgi-bin/user/get`,
    })
  })

  test('signs members of the company in, others not', async () => {
    const { there, answer } = await begin()
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      login_type: 'CorpApp',
      appid: 'app-1',
      agentid: '1000002',
    })
    expect(await userOf(await answer({ code: 'right' }))).toMatchObject({
      username: 'HanMeimei',
      name: '韩梅梅',
      email: 'han@example.com',
    })
    expect(identities()).toMatchObject([{ authority: `${base}#app-1`, subject: 'userid:HanMeimei' }])
    expect((await (await begin()).answer({ code: 'guest' })).pathname).toBe('/user/login')
    expect(reasons()).toEqual(['firm: rejected: the person is not a member of the company'])
  })

  test('fetches its token once, and again when WeCom has ended it', async () => {
    // of its own, so that no other test has its token
    await app.as('admin').adminProvider.save({ provider_id: 'firm', form: JSON.stringify({ client_id: 'app-2' }) })
    await save({ client_id: 'app-2' })
    await (await begin()).answer({ code: 'right' })
    await (await begin()).answer({ code: 'right' })
    expect(tokens).toBe(1)
    tokens = 5
    expect((await (await begin()).answer({ code: 'right' })).pathname).toBe('/user/loginByUserToken')
    expect(tokens).toBe(6)
    expect(await steps()).toEqual(['secret ok', 'callback ok'])
  })
})

describe('services without an issuer', () => {
  const github = () => ({
    service: 'github',
    authorize_path: `${base}/login/oauth/authorize`,
    token_path: `${base}/login/oauth/access_token`,
    userinfo_path: `${base}/user`,
    resource_path: `${base}/user/emails`,
  })

  test('GitHub: the number identifies, and the verified main address is taken', async () => {
    replies = {
      '/login/oauth/access_token': ({ body }) =>
        body['code'] === 'right' && body['code_verifier']
          ? { body: { access_token: 'g-token', scope: 'read:user', token_type: 'bearer' } }
          : { body: { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' } },
      '/user': () => ({ body: { id: 583231, login: 'octocat', name: 'Octo Cat', email: 'public@example.net' } }),
      '/user/emails': () => ({
        body: [
          { email: 'new@example.com', primary: false, verified: false },
          { email: 'octo@example.com', primary: true, verified: true },
        ],
      }),
    }
    await save(github())
    expect(await userOf(await (await begin()).answer({ code: 'right' }))).toMatchObject({
      username: 'octocat',
      name: 'Octo Cat',
      email: 'octo@example.com',
    })
    expect(identities()).toMatchObject([{ subject: 'id:583231' }])
    expect((await (await begin()).answer({ code: 'wrong' })).pathname).toBe('/user/login')
    expect(reasons()).toEqual(['firm: rejected: bad_verification_code: The code passed is incorrect or expired.'])
    expect(await steps()).toEqual(['user ok', 'token ok', 'secret ok', 'callback ok'])
  })

  test('finds attributes inside others, and by the paths that the settings name', async () => {
    replies = {
      '/token': () => ({ body: { access_token: 't' } }),
      '/me': () => ({ body: { code: 0, data: { user_id: 7, profile: { nick: 'Jo', account: 'jo.doe' } } } }),
    }
    const form = { authorize_path: `${base}/auth`, token_path: `${base}/token`, userinfo_path: `${base}/me` }
    await save({ ...form, username_field: 'profile.account' })
    expect(await userOf(await (await begin()).answer({ code: 'x' }))).toMatchObject({ username: 'jo.doe', name: 'Jo' })
    expect(identities()).toMatchObject([{ subject: 'user_id:7' }])
    await save({ ...form, subject_field: 'open_id' })
    expect((await (await begin()).answer({ code: 'x' })).pathname).toBe('/user/login')
    expect(reasons()).toEqual(['firm: rejected: the service does not say who it is: no attribute open_id'])
  })
})
