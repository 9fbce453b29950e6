import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { handlers } from '#src/api.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const endpoints = Object.entries(contract).flatMap(([controller, actions]) =>
  Object.entries(actions as Record<string, Endpoint>).map(
    ([action, endpoint]) => [`${controller}/${action}`, endpoint] as const,
  ),
)
const paths = endpoints.map(([path]) => path)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ shared: true })
})
afterAll(() => expect(app.errors).toEqual([]))

test('every call has a handler, and no handler is without a call', () => {
  const handled = Object.entries(handlers).flatMap(([controller, actions]) =>
    Object.keys(actions).map((action) => `${controller}/${action}`),
  )
  expect(handled.toSorted()).toEqual(paths.toSorted())
})

test('no two calls differ by case alone', () => {
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
})

test.each(endpoints)('%s says what it is, and names errors that exist, once each', (_, { summary, errors }) => {
  for (const line of summary) expect(line).toMatch(/\S/)
  expect(errors.filter((name) => !(name in errorCodes))).toEqual([])
  expect(new Set(errors).size).toBe(errors.length)
})

/** Fields that make a call pass as far as its rights, with an item, a page and a person of its own. */
async function goodFields(path: string, { input }: Endpoint): Promise<{ who: string; fields: Record<string, string> }> {
  const who = `u-${path.replace('/', '-')}-${Object.keys(input.shape).length}`
  const item_id = await app.rows.newItem({ owner: who })
  const cat_id = app.rows.newCatalog(item_id, 'C')
  const page_id = app.rows.newPage(item_id, 'T', { author: who })
  const known: Record<string, string> = {
    item_id: String(item_id),
    page_id: String(page_id),
    cat_id: String(cat_id),
    page_title: 'T',
    page_content: 'text',
    cat_name: 'C',
    item_name: 'I',
    job_id: 'x',
    sign: 'x',
    file_id: '1',
    file_ids: '1',
    data: '{}',
    groups: '[]',
    group_name: 'G',
    id: '1',
    cats: '[]',
    pages: '{}',
    page_comments: 'x',
    captcha_id: 'x',
    uid: '1',
    username: 'somebody',
    password: 'a good password',
    confirm_password: 'a good password',
    new_password: 'a good password',
    setup_code: 'x',
    page_history_id: '1',
    name: 'N',
    template: '{}',
    content: 'x',
  }
  // a password that may be left out is: hashing it hundreds of times would be all that this does
  const mayBeLeftOut = (name: string) => name.includes('password') && input.shape[name]?.safeParse(undefined).success
  const fields = Object.keys(input.shape).filter((name) => name in known && !mayBeLeftOut(name))
  return { who, fields: Object.fromEntries(fields.map((name) => [name, known[name] ?? ''])) }
}

const forUsers = endpoints.filter(([, { access }]) => access === 'user' || access === 'admin')

test.each(forUsers)('%s turns a visitor away', async (path, endpoint) => {
  const { fields } = await goodFields(path, endpoint)
  expect((await app.call(path, fields)).json).toMatchObject({ error_code: 10102 })
})

const byKey = endpoints.filter(([, { access }]) => typeof access === 'object' && 'key' in access)

test.each(byKey)('%s asks for the key of an item, also from its owner', async (path, endpoint) => {
  const { who, fields } = await goodFields(path, endpoint)
  for (const as of [undefined, who]) {
    const answer = await app.call(path, fields, as === undefined ? {} : { as })
    if (endpoint.answers === 'text') expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    else expect(answer.json).toMatchObject({ error_code: 10306 })
  }
})

const onItems = endpoints.filter(([, { access }]) => typeof access === 'object' && !('key' in access))

test.each(onItems)('%s is refused on a private item to whoever is not its member', async (path, endpoint) => {
  const { who, fields } = await goodFields(path, endpoint)
  app.rows.sqlite.prepare("UPDATE item SET password = 'x' WHERE uid = ?").run(app.uid(who))
  for (const as of [undefined, 'stranger']) {
    const { json } = await app.call(path, fields, as === undefined ? {} : { as })
    expect(json).toMatchObject({ error_code: 10303 })
  }
})

const onItemsToChange = onItems.filter(([, { access }]) => JSON.stringify(access).match(/edit|manage/))

test.each(onItemsToChange)('%s is refused on an open item to its readers', async (path, endpoint) => {
  const { fields } = await goodFields(path, endpoint)
  expect((await app.call(path, fields)).json).toMatchObject({ error_code: 10102 })
  expect((await app.call(path, fields, { as: 'stranger' })).json).toMatchObject({ error_code: 10103 })
})

// As they stand in a form, percent-encoded already.
const nasty = [
  '',
  '0',
  '-1',
  '01',
  '1.5',
  '1e3',
  '0x10',
  '+1',
  '%201',
  'NaN',
  'null',
  'true',
  '99999999999999999999',
  '9999999999999999',
  '9007199254740993',
  'abc',
  "1'%20OR%201=1--",
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '%00',
  '%1b',
  '%FF',
  '%ED%A0%80',
  '%E2%80%AE',
  '%EF%BC%91',
  '%F0%9F%99%82',
  '..%2F..%2Fetc%2Fpasswd',
  '%5B%5D',
  '%7B%22a%22:1%7D',
  'x'.repeat(20_000),
  '%25'.repeat(300),
]
const nastyJson = [null, [], {}, [1], { a: 1 }, true, 1.5, -1, 1e300, '\ud800', [['x']], { $ne: null }, '']

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** What is odd about an answer that any input at all may have; undefined when nothing is. */
async function oddOf(path: string, body: string, options: { as?: string; headers: Record<string, string> }) {
  const answer = await app.call(path, body, options)
  const isFile = ['image/png', 'text/plain; charset=utf-8'].includes(answer.headers.get('content-type') ?? '')
  const { error_code, success } = answer.json
  const isAnswer = isFile || typeof error_code === 'number' || success === 1
  const isRight = answer.status < 500 && error_code !== 10500 && isAnswer
  return isRight ? undefined : `${path} ${body.slice(0, 100)}: ${answer.status} ${JSON.stringify(answer.json)}`
}

test.each(endpoints)(
  '%s answers bad input with a refusal, never a failure',
  async (path, endpoint) => {
    const { who, fields } = await goodFields(path, endpoint)
    const names = [...Object.keys(endpoint.input.shape), 'user_token', '_item_pwd', 'nobody_knows']
    const odd: (string | undefined)[] = []
    for (const name of names) {
      const others = Object.entries(fields).filter(([other]) => other !== name)
      const rest = others.map(([other, value]) => `&${other}=${encodeURIComponent(value)}`).join('')
      const values = [...nasty, `1&${name}=2`, `1&${name}[]=2`]
      // a call with a password hashes it, which takes its time: some values are enough there
      const hashes = Object.keys(endpoint.input.shape).some((field) => field.includes('password'))
      const some = hashes ? values.filter((_, at) => at % 6 === 0) : values
      for (const value of some) odd.push(await oddOf(path, `${name}=${value}${rest}`, { as: who, headers: form }))
      for (const value of hashes ? nastyJson.filter((_, at) => at % 3 === 0) : nastyJson) {
        const body = JSON.stringify({ ...Object.fromEntries(others), [name]: value })
        odd.push(await oddOf(path, body, { as: who, headers: json }))
      }
    }
    for (const body of ['', '{', '[]', '1', '"x"', '{"__proto__":{"a":1}}', '{"constructor":1}', '['.repeat(5000)]) {
      odd.push(await oddOf(path, body, { as: who, headers: json }))
      odd.push(await oddOf(path, body, { as: who, headers: form }))
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', ';;;']) {
      odd.push(
        await oddOf(path, '--x\r\nContent-Disposition: form-data\r\n\r\n1', {
          as: who,
          headers: { 'content-type': type },
        }),
      )
    }
    expect(odd.filter(Boolean)).toEqual([])
    expect(app.errors).toEqual([])
  },
  60_000,
)
