import { expect, test } from 'vitest'
import type { ApiError } from '#shared/contract/client.ts'
import { passwordMask } from '#shared/contract/item.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** The result of a call: `open`, or the name of the error. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'open',
    (error: ApiError) => error.errorName,
  )

/** What a visitor gets from an item: at once, and with each of several passwords. */
async function visitorGets(app: TestApp, item_id: number, ...passwords: string[]) {
  const info = (_item_pwd?: string) => outcome(app.visitor.item.info({ item_id, ...(_item_pwd && { _item_pwd }) }))
  return [await info(), ...(await Promise.all(passwords.map(info)))]
}

/** Submits the access password; returns the resulting cookie, which is empty for a wrong password. */
async function cookieFor(app: TestApp, item_id: number, password: string): Promise<string> {
  const answer = await app.call('item/pwd', { item_id: String(item_id), password }, { headers: sameOrigin })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const readWith = async (app: TestApp, item_id: number, cookie: string) =>
  (await app.call('item/info', { item_id: String(item_id) }, { headers: { cookie } })).json.error_code

const cases: [Visibility, string, object][] = [
  ['members', 'secret', { password: passwordMask, is_private: 1 }],
  ['password', 'secret', { password: passwordMask, is_private: 1 }],
  ['public', 'secret', { password: '', is_private: 0 }],
]

test.each(cases)('creates an item for %s and reports it in every response', async (visibility, password, old) => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { item_id } = await owner.item.add({ item_name: 'I', visibility, password })
  const { is_private, password: mask } = old as { is_private: number; password: string }
  expect(await owner.item.detail({ item_id })).toMatchObject({ visibility, password: mask })
  expect(await owner.item.info({ item_id })).toMatchObject({ visibility, is_private })
  expect(await owner.item.myList()).toMatchObject([{ visibility, is_private }])
  const { items } = await app.as('admin').adminItem.getList()
  expect(items).toMatchObject([{ visibility, password: mask }])
})

test('only members can see an item for members only, and no password opens it', async () => {
  const app = await createTestApp()
  const { item_id } = await app.as('owner').item.add({ item_name: 'I', visibility: 'members' })
  const page = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'reader', 'read')
  const wrong = ['secret', passwordMask, '!', '*', '0', String(app.rows.all('item')[0]?.['password'])]
  expect(new Set(await visitorGets(app, item_id, ...wrong))).toEqual(new Set(['itemPasswordNeeded']))
  for (const password of [passwordMask, '!', ' '])
    expect(await outcome(app.visitor.item.pwd({ item_id, password }))).toBe('itemPasswordWrong')
  expect(await cookieFor(app, item_id, '')).toBe('')
  expect(app.rows.all('visit_grant')).toEqual([])
  for (const who of ['stranger', 'reader', 'owner', 'admin']) {
    const wanted = who === 'stranger' ? 'itemPasswordNeeded' : 'open'
    expect([who, await outcome(app.as(who).item.info({ item_id }))]).toEqual([who, wanted])
    expect([who, await outcome(app.as(who).page.info({ page_id: page }))]).toEqual([who, wanted])
    expect([who, await outcome(app.as(who).item.star({ item_id }))]).toEqual([who, wanted])
  }
  expect(app.errors).toEqual([])
})

test('a visitor cannot tell items with a password, for members only and missing apart', async () => {
  const app = await createTestApp({ config: { trusted_proxies: ['127.0.0.1'] } })
  const withPassword = await app.rows.newItem({ password: 'secret' })
  const { item_id: forMembers } = await app.as('owner').item.add({ item_name: 'I', visibility: 'members' })
  const answers = async (item_id: number) => {
    const calls: [string, Record<string, string>][] = [
      ['item/info', {}],
      ['item/info', { _item_pwd: 'wrong' }],
      ['item/pwd', { password: 'wrong' }],
      // the same password again counts as the same guess
      ...Array.from({ length: 12 }, (): [string, Record<string, string>] => ['item/info', { _item_pwd: 'wrong' }]),
      ...Array.from({ length: 10 }, (_, n): [string, Record<string, string>] => [
        'item/info',
        { _item_pwd: `guess ${n}` },
      ]),
      ['item/info', { _item_pwd: 'wrong' }],
    ]
    // from an address of its own: the guesses of one are counted together
    const from = { headers: { 'x-forwarded-for': `203.0.113.${item_id % 250}` } }
    const seen = []
    for (const [path, fields] of calls) {
      const { status, json } = await app.call(path, { item_id: String(item_id), ...fields }, from)
      const { request_id: _, ...shown } = json
      seen.push({ status, shown })
    }
    return seen
  }
  const missing = await answers(forMembers + 1000)
  expect(missing.map(({ shown }) => shown.error_name)).toContain('tooManyTries')
  expect(await answers(withPassword)).toEqual(missing)
  expect(await answers(forMembers)).toEqual(missing)
})

test('calls without a visibility keep their former meaning', async () => {
  const app = await createTestApp()
  const { item } = app.as('owner')
  const visibilityOf = async ({ item_id }: { item_id: number }) => (await item.detail({ item_id })).visibility
  expect(await visibilityOf(await item.add({ item_name: 'I' }))).toBe('public')
  expect(await visibilityOf(await item.add({ item_name: 'I', password: '' }))).toBe('public')
  const shut = await item.add({ item_name: 'I', password: 'secret' })
  expect(await visibilityOf(shut)).toBe('password')
  await item.update({ ...shut, item_name: 'J', password: passwordMask })
  expect(await visibilityOf(shut)).toBe('password')
  await item.update({ ...shut, item_name: 'J', password: '' })
  expect(await visibilityOf(shut)).toBe('public')
})

test('an old client that sends the mask back does not open an item for members only', async () => {
  const app = await createTestApp()
  const { item } = app.as('owner')
  const { item_id } = await item.add({ item_name: 'I', visibility: 'members' })
  const { item_name, password } = await item.detail({ item_id })
  expect(password).toBe(passwordMask)
  for (const more of [{ password }, { password, is_private: '1' as const }, {}, { is_private: '1' as const }]) {
    await item.update({ item_id, item_name, ...more })
    expect(await item.detail({ item_id })).toMatchObject({ visibility: 'members', password: passwordMask })
    expect(await visitorGets(app, item_id, passwordMask)).toEqual(['itemPasswordNeeded', 'itemPasswordNeeded'])
  }
  await item.update({ item_id, item_name, password: 'a new one' })
  expect(await visitorGets(app, item_id, 'a new one')).toEqual(['itemPasswordNeeded', 'open'])
})

test('changes the visibility and ends visits by password at once', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const { item } = app.as('owner')
  const save = (more: object) => item.update({ item_id, item_name: 'I', ...more })
  const cookie = await cookieFor(app, item_id, 'secret')
  expect(await readWith(app, item_id, cookie)).toBe(0)
  expect(await visitorGets(app, item_id, 'secret')).toEqual(['itemPasswordNeeded', 'open'])

  await save({ visibility: 'password', password: passwordMask })
  await save({ visibility: 'password' })
  expect(await readWith(app, item_id, cookie)).toBe(0)

  await save({ visibility: 'members', password: passwordMask })
  expect(await item.detail({ item_id })).toMatchObject({ visibility: 'members' })
  expect(await readWith(app, item_id, cookie)).toBe(10303)
  expect(await visitorGets(app, item_id, 'secret')).toEqual(['itemPasswordNeeded', 'itemPasswordNeeded'])

  for (const password of [undefined, '', passwordMask])
    await expect(save({ visibility: 'password', ...(password !== undefined && { password }) })).rejects.toMatchObject({
      errorName: 'privateNeedsPassword',
      message: 'Enter an access password, or choose “Members only”',
    })
  expect(await item.detail({ item_id })).toMatchObject({ visibility: 'members' })

  await save({ visibility: 'password', password: 'secret' })
  expect(await readWith(app, item_id, cookie)).toBe(10303)
  expect(await visitorGets(app, item_id, 'secret')).toEqual(['itemPasswordNeeded', 'open'])
  await save({ visibility: 'public' })
  expect(await visitorGets(app, item_id)).toEqual(['open'])
  await expect(save({ visibility: 'password' })).rejects.toMatchObject({ errorName: 'privateNeedsPassword' })
  await save({ visibility: 'members' })
  expect(await readWith(app, item_id, cookie)).toBe(10303)
  await expect(save({ visibility: 'nobody' })).rejects.toMatchObject({ errorName: 'badParameter' })
})

test('asks for the missing password of a new item in the reader’s language', async () => {
  const app = await createTestApp()
  const add = (lang: string) =>
    app.call(
      'item/add',
      { item_name: 'I', visibility: 'password' },
      { as: 'owner', headers: { 'accept-language': lang } },
    )
  expect((await add('en')).json.error_message).toBe('Enter an access password, or choose “Members only”')
  expect((await add('zh')).json.error_message).toBe('请输入访问密码，或选择“仅成员可见”')
  expect(app.rows.all('item')).toEqual([])
})

test('a copy gets the visibility of its source by default', async () => {
  const app = await createTestApp()
  const { item } = app.as('owner')
  const copied = async (source: object, choice: object) => {
    const { item_id: copy_item_id } = await item.add({ item_name: 'I', ...source })
    const { item_id } = await item.add({ copy_item_id, ...choice })
    const { visibility } = await item.detail({ item_id })
    return { visibility, opens: (await visitorGets(app, item_id, 'secret', 'other')).indexOf('open') }
  }
  const members = { visibility: 'members' }
  const password = { visibility: 'password', password: 'secret' }
  const open = { visibility: 'public' }
  const kept = [{}, { password: passwordMask }, { is_private: '1' }, { visibility: 'password' }]
  for (const choice of kept) expect(await copied(password, choice)).toEqual({ visibility: 'password', opens: 1 })
  expect(await copied(members, {})).toEqual({ visibility: 'members', opens: -1 })
  expect(await copied(members, { password: passwordMask })).toEqual({ visibility: 'members', opens: -1 })
  expect(await copied(open, {})).toEqual({ visibility: 'public', opens: 0 })
  expect(await copied(password, members)).toEqual({ visibility: 'members', opens: -1 })
  expect(await copied(password, { password: '' })).toEqual({ visibility: 'public', opens: 0 })
  expect(await copied(open, { ...password, password: 'other' })).toEqual({ visibility: 'password', opens: 2 })
  await expect(copied(members, { visibility: 'password' })).rejects.toMatchObject({ errorName: 'privateNeedsPassword' })
})

test('content of an item for members only stays hidden, and its public addresses keep working', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { item_id } = await owner.item.add({ item_name: 'Hidden', visibility: 'members' })
  const page_id = app.rows.newPage(item_id, 'Hidden page', { page_content: 'the hidden word' })
  const { url } = await owner.page.upload({ item_id, page_id, file: new File(['a text'], 'a.txt') })
  const mock = await owner.mock.add({ page_id, template: '{"a": 1}' })

  expect(await app.as('stranger').search.query({ keyword: 'hidden' })).toMatchObject({ list: [] })
  expect(await outcome(app.as('stranger').item.search({ item_id, keyword: 'hidden' }))).toBe('itemPasswordNeeded')
  expect(await app.as('stranger').item.myList()).toEqual([])
  for (const query of ['', `&_item_pwd=${passwordMask}`]) {
    const refused = await (await fetch(`${app.url}${url}${query}`)).json()
    expect(refused).toMatchObject({ error_name: 'fileGone' })
  }
  expect(await outcome(app.visitor.mock.infoByPageId({ page_id }))).toBe('itemPasswordNeeded')

  const shared = await owner.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  if (Array.isArray(shared)) throw new Error('no link was made')
  expect(await app.visitor.page.infoByKey({ unique_key: shared.unique_key })).toMatchObject({
    page_title: 'Hidden page',
  })
  expect(await (await fetch(`${app.url}/mock-data/${mock.unique_key}`)).json()).toEqual({ a: 1 })
})

test('administrators filter items by visibility', async () => {
  const app = await createTestApp()
  const { item } = app.as('owner')
  const ids: Record<string, number> = {}
  for (const visibility of ['members', 'password', 'public'] as const)
    ids[visibility] = (await item.add({ item_name: visibility, visibility, password: 'secret' })).item_id
  const found = async (input: object) =>
    (await app.as('admin').adminItem.getList(input)).items.map((one) => Number(one.item_id)).toSorted()
  expect(await found({ visibility: 'members' })).toEqual([ids['members']])
  expect(await found({ visibility: 'password' })).toEqual([ids['password']])
  expect(await found({ visibility: 'public' })).toEqual([ids['public']])
  expect(await found({ visibility: '' })).toHaveLength(3)
  expect(await found({ privacy_type: '2' })).toEqual([ids['public']])
  expect(await found({ privacy_type: '3' })).toEqual([ids['members'], ids['password']])
})
