import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let out = ''
let said = ''

beforeEach(async () => {
  app = await createTestApp()
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))))
})
afterEach(() => vi.restoreAllMocks())

async function lint(...args: string[]) {
  out = ''
  said = ''
  const code = await runCommandLine(['lint', ...args, '--data', app.data], { LANG: 'en_US.UTF-8' })
  return { code, out, said }
}

const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        summary: 'Orders',
        description: 'All.',
        responses: {
          200: { description: 'It', content: { 'application/json': { schema: { type: 'integer' }, example: 'x' } } },
        },
      },
    },
  },
}

function fileOf(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'docstead-lint-test-')), 'api.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('a file: text by operation, JSON for programs, and an exit code when asked for one', async () => {
  const file = fileOf(description)
  const shown = await lint(file)
  expect(shown).toMatchObject({ code: 0, said: '' })
  expect(shown.out).toBe(
    [
      'GET /orders',
      '  Warning: No 4xx response is described',
      '      operation-error-response',
      '  Error: response 200 application/json: The example doesn’t fit its schema: Expected integer, got string',
      '      example-valid',
      '',
      'Score: 72 of 100 · errors: 1 · warnings: 1 · hints: 0',
      '',
    ].join('\n'),
  )
  expect((await lint(file, '--fail-on', 'error')).code).toBe(1)
  expect((await lint(file, '--fail-on', 'warning')).code).toBe(1)
  const parsed = JSON.parse((await lint(file, '--json')).out) as { score: number; findings: { rule: string }[] }
  expect([parsed.score, parsed.findings.map(({ rule }) => rule)]).toEqual([
    72,
    ['operation-error-response', 'example-valid'],
  ])
  const { example: _, ...fine } = description.paths['/orders'].get.responses[200].content['application/json']
  const good = structuredClone(description) as { paths: { '/orders': { get: { responses: unknown } } } }
  good.paths['/orders'].get.responses = {
    200: { description: 'It', content: { 'application/json': fine } },
    404: { description: 'None' },
  }
  expect((await lint(fileOf(good), '--fail-on', 'warning')).code).toBe(0)
})

test('a project with its own rules; what is wrong with the input is code 2', async () => {
  const item_id = await app.rows.newItem({ owner: 'admin' })
  const form = new FormData()
  form.append('item_id', String(item_id))
  form.append('file', new Blob([JSON.stringify(description)]), 'api.json')
  expect((await app.call('import/auto', form, { as: 'admin' })).json.error_code).toBe(0)
  expect((await lint(String(item_id), '--fail-on', 'error')).code).toBe(1)
  await app.as('admin').apiHealth.saveRules({ item_id, rules: '{"example-valid":"hint"}' })
  expect((await lint(String(item_id), '--fail-on', 'error')).code).toBe(0)
  expect((await lint('999999')).code).toBe(2)
  expect((await lint(fileOf({ not: 'an API' }))).code).toBe(2)
  expect((await lint(fileOf(description), '--fail-on', 'loud')).code).toBe(2)
})
