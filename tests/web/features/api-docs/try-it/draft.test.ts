import { describe, expect, test } from 'vitest'
import { pathParameterNames } from '#shared/api-doc/api-text.ts'
import { buildRequest, type RequestTarget } from '#web/features/api-docs/try-it/build-request.ts'
import { type Draft, isSameDraft, newRow, readDraft } from '#web/features/api-docs/try-it/draft.ts'

const page = (given: { info?: object; request?: object }) =>
  JSON.stringify({ info: { method: 'post', url: '/a', ...given.info }, request: given.request ?? {} })
const row = (name: string, value: string, more: object = {}) => ({ name, value, require: '1', remark: 'r', ...more })
const shown = (rows: { name: string; value: string }[] = []) => rows.map(({ name, value }) => `${name}=${value}`)

const place = (given: Partial<RequestTarget> = {}): RequestTarget => ({
  base_url: 'https://api.example/v1',
  values: new Map([
    ['host', 'https://h.example'],
    ['id', 'a/b c'],
    ['q', 'say "hi"&'],
  ]),
  secrets: new Set(['token']),
  ...given,
})

const draft = (given: Partial<Draft>): Draft => ({
  method: 'GET',
  url: '/a',
  path: [],
  query: [],
  headers: [],
  cookies: [],
  bodyKind: 'none',
  text: '',
  form: [],
  multipart: [],
  ...given,
})

describe('request draft', () => {
  test('is undefined for Markdown, other JSON and a WebSocket page', () => {
    for (const text of [
      '# A',
      '{"a":1}',
      '[]',
      '{"info":[]}',
      page({ info: { url: '' } }),
      page({ info: { type: 'websocket' } }),
    ])
      expect(readDraft(text)).toBeUndefined()
  })

  test('reads the rows, skips those without a name and keeps disabled ones disabled', () => {
    const read = readDraft(
      page({
        info: { url: '{{host}}/shops/{shop}/:order?old=1' },
        request: {
          params: { mode: 'json', json: '{"a": 1}' },
          query: [row('page', '1'), row('', ''), row('size', '20', { disable: '1' })],
          headers: [row('X-A', 'b')],
          cookies: [{ name: 'sid', value: 'c' }],
          pathVariable: [row('shop', '7')],
        },
      }),
    )
    expect(read).toMatchObject({
      method: 'POST',
      url: '{{host}}/shops/{shop}/:order',
      bodyKind: 'json',
      text: '{"a": 1}',
    })
    expect(shown(read?.path)).toEqual(['shop=7', 'order='])
    expect(shown(read?.query)).toEqual(['page=1', 'size=20'])
    expect(read?.query.map(({ isOn }) => isOn)).toEqual([true, false])
    expect(shown(read?.cookies)).toEqual(['sid=c'])
  })

  test('reads the query from the address when it has no list, and from the form of an old GET', () => {
    expect(shown(readDraft(page({ info: { url: '/a?x=1&y={{q}}' } }))?.query)).toEqual(['x=1', 'y={{q}}'])
    const old = page({
      info: { method: 'get' },
      request: { params: { mode: 'urlencoded', urlencoded: [row('x', '1')] } },
    })
    expect(readDraft(old)).toMatchObject({ bodyKind: 'none', query: [{ name: 'x', value: '1' }] })
  })

  test('starts with the parameters of the item, which the page’s own replace', () => {
    const globals = {
      header: [row('x-a', 'all'), row('X-B', 'all')],
      query: [row('q', 'all')],
      body: [row('b', 'all')],
      cookies: [row('c', 'all')],
    }
    const request = {
      headers: [row('X-A', 'own')],
      params: { mode: 'formdata', formdata: [row('f', '', { type: 'file' })] },
    }
    const read = readDraft(page({ request }), globals)
    expect(shown(read?.headers)).toEqual(['X-B=all', 'X-A=own'])
    expect(shown(read?.multipart)).toEqual(['b=all', 'f='])
    expect(read?.multipart.map(({ isFile }) => isFile)).toEqual([false, true])
    expect(shown(read?.query)).toEqual([])
    expect(shown(readDraft(page({ info: { method: 'get' } }), globals)?.query)).toEqual(['q=all'])
  })

  test('reads the authentication', () => {
    const auth = (one: object) => shown(readDraft(page({ request: { auth: one } }))?.headers)
    expect(auth({ type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] })).toEqual([
      'Authorization=Bearer {{token}}',
    ])
    expect(auth({ type: 'bearer', bearer: [{ key: 'token', value: '' }] })).toEqual(['Authorization=Bearer {{token}}'])
    expect(auth({ type: 'bearer', disabled: '1', bearer: [{ key: 'token', value: 'x' }] })).toEqual([])
    const basic = [
      { key: 'username', value: '安' },
      { key: 'password', value: 'x' },
    ]
    expect(auth({ type: 'basic', basic })).toEqual([`Authorization=Basic ${Buffer.from('安:x').toString('base64')}`])
  })
})

test('finds names in a path: braces and colons, but no port and no variable', () => {
  expect(pathParameterNames('{{host}}/a/{b}/:c?x={d}')).toEqual(['b', 'c'])
  expect(pathParameterNames('http://a:80/:b')).toEqual(['b'])
})

describe('sent request', () => {
  const build = (given: Partial<Draft>, at = place()) => buildRequest(draft(given), at)

  test('resolves against the base address, or uses the host that it names', () => {
    expect(build({}).url).toBe('https://api.example/v1/a')
    expect(build({ url: '{{host}}/a' }).url).toBe('https://h.example/a')
    expect(build({ url: 'http://other.example/a' }).url).toBe('http://other.example/a')
    expect(build({ url: '/a' }, place({ base_url: '' })).url).toBe('/a')
    expect(build({ url: 'api.example/a' }, place({ base_url: '' })).url).toBe('http://api.example/a')
  })

  test('encodes values in the address and leaves names of secrets to the server', () => {
    const { url, secrets, unknown } = build({
      url: '/x/{id}/:n',
      path: [newRow({ name: 'id', value: '{{id}}' }), newRow({ name: 'n', value: '{{token}}/ä' })],
      query: [
        newRow({ name: 'q r', value: '{{q}}' }),
        newRow({ name: 't', value: '{{token}}' }),
        newRow({ name: 'off', isOn: false }),
      ],
    })
    expect(url).toBe('https://api.example/v1/x/a%2Fb%20c/{{token}}%2F%C3%A4?q%20r=say%20%22hi%22%26&t={{token}}')
    expect(secrets).toEqual(['token'])
    expect(unknown).toEqual([])
  })

  test('lists names that no variable defines', () => {
    expect(build({ headers: [newRow({ name: 'A', value: '{{nobody}} {{ id }}' })] })).toMatchObject({
      unknown: ['nobody'],
      headers: [{ name: 'A', value: '{{nobody}} a/b c' }],
    })
  })

  test('joins the cookies in one header and sets the body type unless a header does', () => {
    const cookies = [newRow({ name: 'a', value: '1' }), newRow({ name: 'b', value: '2' })]
    expect(build({ method: 'POST', bodyKind: 'json', text: '{}', cookies }).headers).toEqual([
      { name: 'Cookie', value: 'a=1; b=2' },
      { name: 'Content-Type', value: 'application/json' },
    ])
    const headers = [newRow({ name: 'content-type', value: 'text/xml' })]
    expect(build({ method: 'POST', bodyKind: 'text', text: '<a/>', headers }).headers).toHaveLength(1)
    expect(build({ method: 'POST', bodyKind: 'multipart', headers }).headers).toEqual([])
  })

  test('keeps JSON intact whatever a variable contains', () => {
    const { body } = build({ bodyKind: 'json', text: '{"q": "{{q}}", "n": {{id}}, "t": "{{token}}"}' })
    expect(body).toEqual({ kind: 'text', text: '{"q": "say \\"hi\\"&", "n": a/b c, "t": "{{token}}"}' })
  })
})

test('two reads of a page give the same draft, an edited draft differs', () => {
  const read = () =>
    readDraft(page({ request: { query: [row('q', '1')], params: { mode: 'formdata', formdata: [row('f', '')] } } }))
  const [one, two] = [read(), read()]
  if (!one || !two) throw new Error('no draft')
  expect(isSameDraft(one, two)).toBe(true)
  const typed = { ...two, query: two.query.map((each) => ({ ...each, value: '2' })) }
  expect(isSameDraft(one, typed)).toBe(false)
  expect(isSameDraft(one, { ...typed, query: typed.query.map((each) => ({ ...each, value: '1' })) })).toBe(true)
  const file = new File(['x'], 'x.txt')
  expect(isSameDraft(one, { ...two, multipart: two.multipart.map((each) => ({ ...each, file })) })).toBe(false)
})
