import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { parseRows } from '#shared/api-doc/api-doc.ts'
import { readCurl } from '#shared/api-doc/curl.ts'
import { detectShell, tokenizeCommand } from '#shared/api-doc/curl-tokens.ts'
import { readApi, valueAt } from '#web/features/api-docs/form/api-source.ts'
import { applyImport, parseImport } from '#web/features/api-docs/form/import-text.ts'
import { isFault } from '#web/features/api-docs/form/json-source-edit.ts'
import { newApiText } from '#web/features/api-docs/form/new-api.ts'
import { isYamlDescription, yamlAsJson } from '#web/features/api-docs/form/yaml-as-json.ts'

const row = (name: string, value: string) => ({ name, value })

test('parses words of sh', () => {
  expect(tokenizeCommand(`curl 'a b' "c \\"d\\" $e \\n" f\\ g $'it\\'s\\n\\u4e2d\\x41' ''`)).toEqual([
    'curl',
    'a b',
    'c "d" $e \\n',
    'f g',
    "it's\n中A",
    '',
  ])
  expect(tokenizeCommand('curl \\\n  -H "a: b" \\\r\n x # why\n')).toEqual(['curl', '-H', 'a: b', 'x'])
  expect(tokenizeCommand("curl 'it'\\''s' | jq .")).toEqual(['curl', "it's"])
  expect(tokenizeCommand('curl http://a/#b&c')).toEqual(['curl', 'http://a/#b'])
})

test('parses words of cmd', () => {
  expect(detectShell('curl ^"a^" ^\r\n -H ^"b^"')).toBe('cmd')
  expect(
    tokenizeCommand(
      'curl ^"http://a/?x=1^&y=2^" ^\r\n  -H ^"b: c^" ^\r\n --data-raw ^"^{^\\^"k^\\^":^\\^"a b^\\^"^}^"',
    ),
  ).toEqual(['curl', 'http://a/?x=1&y=2', '-H', 'b: c', '--data-raw', '{"k":"a b"}'])
  expect(tokenizeCommand('curl "http://a/?x=1&y=2" ^\n -d "{""k"":1}"')).toEqual([
    'curl',
    'http://a/?x=1&y=2',
    '-d',
    '{"k":1}',
  ])
})

test('parses words of PowerShell', () => {
  expect(tokenizeCommand('curl.exe -X POST `\r\n "http://a/$x" `\n -d \'{\\"k\\":1,\\"it\\":\\"it\'\'s\\"}\'')).toEqual(
    ['curl.exe', '-X', 'POST', 'http://a/$x', '-d', '{"k":1,"it":"it\'s"}'],
  )
  expect(tokenizeCommand('curl.exe "a`"b`n"')).toEqual(['curl.exe', 'a"b\n'])
})

const cases: [command: string, expected: object][] = [
  ['curl https://api.test/v1/users', { method: 'get', url: 'https://api.test/v1/users', mode: 'none', left: [] }],
  ['curl -I https://a.test', { method: 'head' }],
  [
    "curl 'https://a.test/s?q=a%20b&page=2#top'",
    { url: 'https://a.test/s', query: [row('q', 'a b'), row('page', '2')], left: ['#top'] },
  ],
  ['curl -XDELETE https://a.test/1', { method: 'delete', url: 'https://a.test/1' }],
  [
    "curl -sSL -k https://a.test -H 'Accept: text/html'",
    { headers: [row('Accept', 'text/html')], left: ['-s', '-S', '-L', '-k'] },
  ],
  ["curl -d 'a=1' -d 'b=2 3' https://a.test", { method: 'post', mode: 'raw', body: 'a=1&b=2 3' }],
  [
    "curl -d 'a=1' --data-urlencode 'b=2 3&4' https://a.test",
    { method: 'post', mode: 'urlencoded', form: [row('a', '1'), row('b', '2 3&4')] },
  ],
  [
    `curl https://a.test -H 'Content-Type: application/json' --data-raw '{"a": 1.0}'`,
    { method: 'post', mode: 'json', body: '{"a": 1.0}' },
  ],
  [`curl https://a.test -d '{"a":1}'`, { mode: 'json' }],
  [
    `curl --json '{"a":1}' https://a.test`,
    { mode: 'json', headers: [row('Content-Type', 'application/json'), row('Accept', 'application/json')] },
  ],
  [
    'curl -G https://a.test/s -d q=x --data-urlencode "w=a b"',
    { method: 'get', mode: 'none', query: [row('q', 'x'), row('w', 'a b')] },
  ],
  [
    "curl -F 'file=@/tmp/a.png;type=image/png' -F name=x https://a.test",
    {
      method: 'post',
      mode: 'formdata',
      form: [
        { name: 'file', value: '/tmp/a.png', type: 'file', remark: 'type=image/png' },
        { name: 'name', value: 'x', type: 'string' },
      ],
    },
  ],
  [
    'curl -u ann:se:cret https://a.test',
    {
      auth: {
        type: 'basic',
        values: [
          { key: 'username', value: 'ann' },
          { key: 'password', value: 'se:cret' },
        ],
      },
    },
  ],
  ['curl --digest -u ann:x https://a.test', { auth: { type: 'digest' } }],
  [
    'curl https://ann:x%40y@a.test/z',
    {
      url: 'https://a.test/z',
      auth: {
        type: 'basic',
        values: [
          { key: 'username', value: 'ann' },
          { key: 'password', value: 'x@y' },
        ],
      },
    },
  ],
  ['curl --oauth2-bearer tok https://a.test', { auth: { type: 'bearer', values: [{ key: 'token', value: 'tok' }] } }],
  [
    "curl -b 'a=1; b=2' -H 'Cookie: c=3=4' https://a.test",
    { cookies: [row('a', '1'), row('b', '2'), row('c', '3=4')] },
  ],
  ['curl -b jar.txt -c jar.txt https://a.test', { cookies: [], left: ['-b jar.txt', '-c jar.txt'] }],
  [
    'curl --url https://a.test --max-time 30 -o out.json --compressed',
    { url: 'https://a.test', left: ['--max-time 30', '-o out.json', '--compressed'] },
  ],
  [
    'curl -d @body.json -H "Content-Type: application/json" https://a.test',
    { method: 'post', mode: 'json', body: '', left: ['-d @body.json'] },
  ],
  ['curl -T big.bin https://a.test/up', { method: 'put', mode: 'raw', left: ['-T big.bin'] }],
  [
    'curl -A "My UA" -e https://ref.test https://a.test',
    { headers: [row('User-Agent', 'My UA'), row('Referer', 'https://ref.test')] },
  ],
  ['curl --request=PATCH --header=X:1 https://a.test', { method: 'patch', headers: [row('X', '1')] }],
  ['curl -HX-A:1 -XPUT https://a.test', { method: 'put', headers: [row('X-A', '1')] }],
  ["curl -H 'X-Empty;' https://a.test", { headers: [row('X-Empty', '')] }],
  ['$ curl {{host}}/v1/{id}?a={{b}}', { url: '{{host}}/v1/{id}', query: [row('a', '{{b}}')] }],
  ['curl https://a.test https://b.test', { url: 'https://a.test', left: ['https://b.test'] }],
  ['curl --frobnicate https://a.test', { url: 'https://a.test', left: ['--frobnicate'] }],
  [`curl -X POST -H 'Content-Type: text/xml' -d '<a b="c"/>' https://a.test`, { mode: 'raw', body: '<a b="c"/>' }],
  [
    `curl 'https://a.test' -H 'content-type: application/x-www-form-urlencoded; charset=UTF-8' --data-raw 'n=%E4%B8%AD+x&e='`,
    { mode: 'urlencoded', form: [row('n', '中 x'), row('e', '')] },
  ],
  [`curl 'https://a.test' --data-raw $'{"t":"it\\'s\\u0021"}'`, { mode: 'json', body: `{"t":"it's!"}` }],
  [
    'curl --location --request POST "https://a.test/post" \\\n--header "Authorization: Bearer x" \\\n--form "a=\\"b\\""',
    { method: 'post', mode: 'formdata', form: [{ name: 'a', value: 'b' }], left: ['--location'] },
  ],
]

test.each(cases)('%s', (command, expected) => {
  expect(readCurl(command)).toMatchObject(expected)
})

test('rejects what is not a curl command', () => {
  for (const text of ['', 'curl', 'curling http://a', 'wget http://a', 'Invoke-WebRequest -Uri x'])
    expect(readCurl(text)).toBeUndefined()
})

const into = (text: string, pick = '') => {
  const source = readApi(newApiText())
  if (isFault(source)) throw new Error()
  const found = parseImport(text, pick)
  const next = readApi(applyImport(source, found, { dropsBrowserHeaders: true, as: 'success' }))
  if (isFault(next)) throw new Error(JSON.stringify(next))
  return next
}

test('imports a browser’s command without the headers that browsers add', () => {
  const page = into(`curl 'https://a.test/v1/shops/7/orders?dry=1' \\
  -H 'accept: */*' -H 'sec-ch-ua: "Chromium"' -H 'user-agent: Mozilla' -H 'x-trace: t' \\
  -b 'sid=1' --data-raw '{"sku":"A","lines":[{"n":1.0}]}' --compressed`)
  expect(page.doc).toMatchObject({ method: 'post', url: 'https://a.test/v1/shops/7/orders', mode: 'json' })
  expect(page.doc.body).toContain('"n": 1.0')
  const names = (path: string[]) => parseRows(valueAt(page.value, path)).map(({ name }) => name)
  expect(names(['request', 'headers'])).toEqual(['accept', 'x-trace'])
  expect(names(['request', 'query'])).toEqual(['dry'])
  expect(names(['request', 'cookies'])).toEqual(['sid'])
  expect(names(['request', 'params', 'jsonDesc'])).toEqual(['sku', 'lines', 'lines[].n'])
})

test('turns a response into the example with its fields', () => {
  const page = into('{"code":0,"data":{"id":17}}')
  expect(page.doc.responses[0].example).toBe('{\n  "code": 0,\n  "data": {\n    "id": 17\n  }\n}')
  expect(parseRows(valueAt(page.value, ['response', 'responseParamsDesc'])).map(({ name }) => name)).toEqual([
    'code',
    'data',
    'data.id',
  ])
})

test('replaces the page with API JSON byte for byte', () => {
  const text = '{"info":{"url":"/x","method":"get"},"zz":1.0}'
  expect(into(text).text).toBe(text)
})

const description = {
  openapi: '3.0.0',
  servers: [{ url: 'https://a.test/v1/' }],
  paths: {
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'number' }],
      get: {
        summary: 'Read',
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
          404: { content: { 'application/json': { example: { code: 1 } } } },
        },
      },
      put: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        properties: { name: { type: 'string', example: 'Ann' }, boss: { $ref: '#/components/schemas/User' } },
      },
    },
  },
}

test('lists the operations of an OpenAPI description and reads the chosen one', () => {
  const text = JSON.stringify(description)
  expect(parseImport(text)).toEqual({ kind: 'operations', names: ['GET /users/{id}', 'PUT /users/{id}'] })
  const page = into(text, 'GET /users/{id}')
  expect(page.doc).toMatchObject({ method: 'get', url: 'https://a.test/v1/users/{id}', description: 'Read' })
  expect(parseRows(valueAt(page.value, ['request', 'pathVariable']))).toMatchObject([
    { name: 'id', type: 'integer', isRequired: true, remark: 'number' },
  ])
  expect(page.doc.responses[0].example).toContain('"name": "Ann"')
  expect(page.doc.responses[1].example).toContain('"code": 1')
  expect(into(text, 'PUT /users/{id}').doc).toMatchObject({ method: 'put', mode: 'json' })
})

test('reports the position of an error in JSON, and other text as unknown', () => {
  expect(parseImport('{"a":\n1,,}')).toMatchObject({ kind: 'fault', fault: { line: 2, column: 3 } })
  expect(parseImport('hello')).toEqual({ kind: 'unknown' })
})

test('reads an OpenAPI description in YAML like JSON and reports where it is invalid', async () => {
  const yaml = stringify(description)
  expect(isYamlDescription(yaml)).toBe(true)
  const json = await yamlAsJson(yaml)
  expect(json).toBe(JSON.stringify(description))
  expect(await yamlAsJson('openapi: 3.0.0\n\tinfo: {}\n')).toEqual({ kind: 'syntax', line: 2, column: 1, name: '' })
  for (const other of ["curl 'https://a.test'", '{"openapi": "3.0.0"}', 'hello: you', 'see openapi: it'])
    expect([other, isYamlDescription(other)]).toEqual([other, false])
})
