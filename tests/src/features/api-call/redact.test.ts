import { expect, test } from 'vitest'
import { CallRequest, CallResponse } from '#shared/contract/api-call.ts'
import { redactedText, redactRequest, redactResponse, storedTextMax } from '#src/features/api-call/redact.ts'

const request = (given: object) =>
  CallRequest.parse({ method: 'POST', url: 'http://a.example/', headers: [], body: { kind: 'none' }, ...given })
const answer = (given: object) =>
  CallResponse.parse({
    status: 200,
    status_text: 'OK',
    url: 'http://a.example/',
    redirects: [],
    headers: [],
    content: '',
    is_base64: false,
    is_truncated: false,
    size_bytes: 0,
    time_ms: 1,
    ...given,
  })

test.each(['Authorization', 'cookie', 'X-Api-Key', 'api_key', 'X-Auth-User', 'Access-Token', 'my-Password'])(
  'masks the header %s, unless it only names a variable',
  (name) => {
    const headers = [
      { name, value: 'Bearer abc' },
      { name, value: 'Bearer {{token}}' },
      { name: 'Accept', value: 'Bearer abc' },
    ]
    expect(redactRequest(request({ headers })).request.headers.map(({ value }) => value)).toEqual([
      redactedText,
      'Bearer {{token}}',
      'Bearer abc',
    ])
  },
)

test('masks secrets in an address', () => {
  const url = (text: string) => redactRequest(request({ url: text })).request.url
  expect(url('http://a.example/b?c=d&access_token=e&f=#token=g')).toBe(
    `http://a.example/b?c=d&access_token=${redactedText}&f=#token=${redactedText}`,
  )
  expect(url('http://a.example/?api_key={{key}}')).toBe('http://a.example/?api_key={{key}}')
})

test('masks secrets in a body: JSON, a form as text, fields', () => {
  const body = (text: string) => redactRequest(request({ body: { kind: 'text', text } })).request.body.text
  expect(body('{"user":"ann","password" : "a\\"b","deep":[{"api_key":"c","t":"{{token}}"}]}')).toBe(
    `{"user":"ann","password" : "${redactedText}","deep":[{"api_key":"${redactedText}","t":"{{token}}"}]}`,
  )
  expect(body('user=ann&password=x')).toBe(`user=ann&password=${redactedText}`)
  const rows = [
    { name: 'password', value: 'x' },
    { name: 'user', value: 'ann' },
    { name: 'file', value: 'AAAA', is_file: true },
  ]
  const kept = redactRequest(request({ body: { kind: 'multipart', rows } }))
  expect(kept.request.body.rows.map(({ value }) => value)).toEqual([redactedText, 'ann', ''])
  expect(kept.is_cut).toBe(true)
})

test('omits a very long text from a request and cuts it in a response', () => {
  const long = 'x'.repeat(storedTextMax + 1)
  expect(redactRequest(request({ body: { kind: 'text', text: long } }))).toMatchObject({
    request: { body: { text: '' } },
    is_cut: true,
  })
  const cut = redactResponse(answer({ content: long }), [])
  expect([cut.is_truncated, cut.content.length]).toEqual([true, storedTextMax])
  expect(redactResponse(answer({ content: long, is_base64: true }), [])).toMatchObject({
    is_truncated: true,
    content: '',
  })
})

test('masks secrets that a response repeats or issues', () => {
  const given = answer({
    url: 'http://a.example/my%20secret',
    headers: [
      { name: 'Set-Cookie', value: 'a=b' },
      { name: 'X-Echo', value: 'Bearer hunter22' },
    ],
    content: 'you sent hunter22: {"token":"new"}',
  })
  const kept = redactResponse(given, ['hunter22'])
  expect(kept.headers.map(({ value }) => value)).toEqual([redactedText, `Bearer ${redactedText}`])
  expect(kept.content).toBe(`you sent ${redactedText}: {"token":"${redactedText}"}`)
})

test('masks a secret in an encoded form or within bytes', () => {
  const secret = 'a b+/"é'
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ q: secret }).toString(),
    JSON.stringify(secret),
    Buffer.from(secret).toString('base64'),
  ]
  const kept = redactResponse(
    answer({ url: `http://a.example/?q=${encodeURIComponent(secret)}`, content: forms.join('\n') }),
    ['a b', secret],
  )
  expect(kept.url).toBe(`http://a.example/?q=${redactedText}`)
  expect(kept.content.split('\n')).toEqual([
    redactedText,
    redactedText,
    `q=${redactedText}`,
    `"${redactedText}"`,
    redactedText,
  ])
  const bytes = Buffer.concat([Buffer.from([0]), Buffer.from(secret)]).toString('base64')
  expect(redactResponse(answer({ content: bytes, is_base64: true }), [secret]).content).toBe('')
  expect(redactResponse(answer({ content: bytes, is_base64: true }), ['other']).content).toBe(bytes)
})

test('masks a value that was cut off like a complete one', () => {
  const body = `${' '.repeat(storedTextMax - 20)}"password":"${'x'.repeat(100)}"`
  expect(redactResponse(answer({ content: body }), []).content).not.toContain('xx')
})

test('stays fast on any text and limits the headers in the history', () => {
  const began = performance.now()
  const long = 'x'.repeat(storedTextMax - 10)
  const header = { name: `${'token'.repeat(40_000)}\nx`, value: 'v' }
  for (const content of [`a=b&${long}`, `${'='.repeat(storedTextMax - 10)} x`, `"a"${' '.repeat(storedTextMax - 10)}`])
    redactResponse(answer({ content, headers: [header] }), [])
  expect(performance.now() - began).toBeLessThan(2000)
  const headers = Array.from({ length: 100 }, (_, at) => ({ name: `h${at}`, value: 'x'.repeat(20_000) }))
  expect(redactRequest(request({ headers })).request.headers).toHaveLength(3)
  expect(redactResponse(answer({ headers }), []).headers).toHaveLength(3)
})
