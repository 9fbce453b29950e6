import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { described, returns, takes } from '../shared/api-doc/diff/pairs.ts'

let app: TestApp
let folder: string
let out = ''
let said = ''

beforeEach(async () => {
  app = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'docstead-diff-test-'))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))))
})
afterEach(() => vi.restoreAllMocks())

async function run(args: string[], lang = 'en_US.UTF-8') {
  out = ''
  said = ''
  const code = await runCommandLine([...args, '--data', app.data], { LANG: lang })
  return { code, out, said }
}
const diff = (...args: string[]) => run(['diff', ...args])

function fileOf(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const text = { type: 'string' }
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

test('two files: text by operation, JSON for programs, and an exit code when asked for one', async () => {
  const old = fileOf('old.json', takes(object({ a: text })))
  const now = fileOf('now.json', takes(object({ a: text, b: text }, ['a'])))
  const shown = await diff(old, now)
  expect(shown).toMatchObject({ code: 0, said: '' })
  expect(shown.out).toBe(
    [
      'The whole description',
      '  Info: There are breaking changes, but the version is still 1.0.0',
      '      api-version-not-bumped  info/version',
      '',
      'POST /pets',
      '  Breaking: Request property “a” is now required',
      '      request-property-became-required  request/body/a',
      '  Info: Request property “b” is new and optional',
      '      new-optional-request-property  request/body/b',
      '',
      'Breaking: 1 · warnings: 0 · info: 2',
      '',
    ].join('\n'),
  )
  expect((await diff(old, now, '--fail-on', 'breaking')).code).toBe(1)
  expect((await diff(old, now, '--fail-on', 'warning')).code).toBe(1)
  expect((await diff(now, old, '--fail-on', 'breaking')).code).toBe(0)
  expect((await diff(now, old, '--fail-on', 'warning')).code).toBe(1)
  expect(await diff(old, old, '--fail-on', 'warning')).toEqual({ code: 0, out: 'No differences.\n', said: '' })
  const json = await diff(old, now, '--json', '--fail-on', 'breaking')
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toContainEqual({
    level: 'breaking',
    kind: 'request-property-became-required',
    operation: 'POST /pets',
    path: 'request/body/a',
    text: 'Request property “a” is now required',
  })
  expect((await run(['diff', old, now], 'zh_CN.UTF-8')).out).toContain('  不兼容: 请求字段“a”：变为必填\n')
})

test('YAML, Swagger 2, folders with references and collections of Postman are read', async () => {
  const swagger = fileOf(
    'old.yaml',
    'swagger: "2.0"\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets:\n    get:\n      produces: [application/json]\n      responses:\n        200: {description: OK, schema: {type: object, properties: {a: {type: string}}}}\n',
  )
  const parts = join(folder, 'parts')
  mkdirSync(parts)
  writeFileSync(
    join(parts, 'openapi.yaml'),
    'openapi: 3.0.3\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets:\n    get:\n      responses:\n        "200":\n          description: OK\n          content: {application/json: {schema: {$ref: "models.yaml#/Pet"}}}\n',
  )
  writeFileSync(join(parts, 'models.yaml'), 'Pet: {type: object, properties: {a: {type: string, nullable: true}}}\n')
  const listed = JSON.parse((await diff(swagger, parts, '--json')).out) as { kind: string; path: string }[]
  expect(listed.map(({ kind, path }) => `${kind} ${path}`)).toContain(
    'response-property-became-nullable response/200/body/a',
  )
  const collection = (url: string) => ({
    info: { name: 'Pets', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'List', request: { method: 'GET', url } }],
  })
  const found = await diff(
    fileOf('a.json', collection('https://a.test/pets?limit=1')),
    fileOf('b.json', collection('https://a.test/cats?limit=1')),
    '--json',
  )
  expect(found).toMatchObject({ code: 0, said: '' })
  expect((JSON.parse(found.out) as { kind: string }[]).map(({ kind }) => kind).toSorted()).toEqual(
    ['api-path-removed-without-deprecation', 'endpoint-added', 'api-version-not-bumped'].toSorted(),
  )
})

test('a project is compared with a file, and with its last import', async () => {
  await app.newUser('root', { groupid: 1 })
  const { item_id } = await app
    .as('owner')
    .item.add({ item_name: 'Pets', item_type: '1', item_domain: 'pets', visibility: 'members' })
  const now = fileOf('now.json', returns(object({ a: text }, ['a'])))
  const imported = await run(['import', now, '--item', String(item_id)])
  expect(imported.code).toBe(0)
  const others = (result: { out: string }) =>
    (JSON.parse(result.out) as { kind: string }[]).map(({ kind }) => kind).filter((kind) => !kind.startsWith('api-'))
  expect(others(await diff(now, 'pets', '--json'))).toEqual([])
  const older = fileOf('old.json', returns(object({ a: text, b: text }, ['a', 'b'])))
  expect(others(await diff(older, 'pets@import', '--json'))).toEqual(['response-required-property-removed'])
  const added = described({ '/new': { get: { responses: { 200: { description: 'OK' } } } } })
  await run(['import', fileOf('more.json', { ...added, info: { title: 'More', version: '1' } }), '--item', 'pets'])
  expect(others(await diff('pets@import', 'pets', '--json'))).toEqual([])
  expect(await diff('pets@1', 'pets')).toMatchObject({ code: 2, out: '' })
  expect((await diff('pets@1', 'pets')).said).toContain('ITEM@import')
})

test('bad input ends with 2, whatever is wrong with it', { timeout: 30_000 }, async () => {
  const good = fileOf('good.json', takes(text))
  const rows: [string[], RegExp][] = [
    [[good], /argument is missing/],
    [[good, good, good], /no command/],
    [[good, join(folder, 'none.json')], /no file or folder/],
    [[good, fileOf('bad.yaml', 'openapi: 3.0.0\ninfo: [')], /line/],
    [[good, fileOf('not.json', '{"a":1}')], /./],
    [[good, good, '--fail-on', 'info'], /breaking, warning/],
    [[good, 'http://127.0.0.1:1/openapi.json'], /can’t be downloaded/],
  ]
  for (const [args, message] of rows) {
    const result = await diff(...args)
    expect([args, result.code, result.out]).toEqual([args, 2, ''])
    expect(result.said).toMatch(message)
  }
})
