import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltRequest } from '#web/features/api-docs/try-it/build-request.ts'
import { type SampleLanguage, sampleLanguages } from '#web/features/api-docs/try-it/sample-languages.ts'
import { buildSample } from '#web/features/api-docs/try-it/samples.ts'

const run = promisify(execFile)

let server: Server
let url = ''
let folder = ''
interface Came {
  method: string
  url: string
  headers: NodeJS.Dict<string | string[]>
  body: string
}
let came: Came | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docstead-samples-'))
  writeFileSync(join(folder, 'a file.txt'), 'bytes of it')
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: at = '', headers } = request
      // clients may or may not encode an apostrophe in an address
      came = { method, url: at.replaceAll('%27', "'"), headers, body: Buffer.concat(chunks).toString() }
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

// Everything that ends a string somewhere, or starts a command.
const odd = `'"\\ $HOME \`id\` %s !x #{a} \${b} {{c}} 中文 🙂 \u2028 </script> @f`
const built = (given: Partial<BuiltRequest>): BuiltRequest => ({
  method: 'POST',
  url: `${url}/a%20b?q=${encodeURIComponent(odd)}`,
  headers: [],
  body: { kind: 'none' },
  unknown: [],
  secrets: [],
  ...given,
})

const programs: Partial<Record<SampleLanguage, (sample: string) => Promise<unknown>>> = {
  curl: (sample) => run('bash', ['-c', sample], { cwd: folder }),
  javascript: (sample) => {
    writeFileSync(join(folder, 'sample.mjs'), sample)
    return run('node', ['sample.mjs'], { cwd: folder })
  },
  python: (sample) => run('python3', ['-c', sample], { cwd: folder }),
  java: (sample) => {
    writeFileSync(join(folder, 'Main.java'), sample)
    return run('java', ['-Dfile.encoding=UTF-8', 'Main.java'], { cwd: folder })
  },
}

const checks: Partial<Record<SampleLanguage, [command: string, ...args: string[]]>> = {
  curl: ['curl', '--version'],
  javascript: ['node', '--version'],
  python: ['python3', '-c', 'import requests'],
  java: ['java', '-version'],
}

const there = new Set<SampleLanguage>()
for (const [language, [command, ...args]] of Object.entries(checks) as [SampleLanguage, [string, ...string[]]][]) {
  try {
    await run(command, args)
    there.add(language)
  } catch {
    // without the interpreter only the text of the sample is compared
  }
}

describe.each(Object.keys(programs) as SampleLanguage[])('%s sends', (language) => {
  const sent = async (given: Partial<BuiltRequest>): Promise<Came | undefined> => {
    came = undefined
    await programs[language]?.(buildSample(language, built(given)))
    return came
  }
  const isThere = there.has(language)

  test.runIf(isThere)('a text with every special character', { timeout: 60_000 }, async () => {
    const headers = [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Odd', value: `'"\\ $HOME \`id\` {{c}}` },
    ]
    expect(await sent({ headers, body: { kind: 'text', text: `${odd}\nline\ttab\r\n` } })).toMatchObject({
      method: 'POST',
      url: `/a%20b?q=${encodeURIComponent(odd)}`,
      headers: { 'x-odd': `'"\\ $HOME \`id\` {{c}}`, 'content-type': 'application/json' },
      body: `${odd}\nline\ttab\r\n`,
    })
  })

  test.runIf(isThere)('a form', { timeout: 60_000 }, async () => {
    const fields = [
      { name: 'a b&=', value: odd, isFile: false },
      { name: 'a b&=', value: '+&=', isFile: false },
    ]
    const got = await sent({ method: 'PUT', body: { kind: 'form', fields } })
    expect(got?.method).toBe('PUT')
    expect(got?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect([...new URLSearchParams(got?.body)]).toEqual(fields.map(({ name, value }) => [name, value]))
  })

  test.runIf(isThere)('a form with a file', { timeout: 60_000 }, async () => {
    const file = new File(['bytes of it'], 'a file.txt')
    const fields = [
      { name: 'note', value: `@${odd}`, isFile: false },
      { name: 'file', value: '', isFile: true, file },
    ]
    const got = await sent({ body: { kind: 'multipart', fields } })
    const form = await new Response(got?.body ?? '', {
      headers: { 'content-type': String(got?.headers['content-type']) },
    }).formData()
    expect(form.get('note')).toBe(`@${odd}`)
    expect(await (form.get('file') as File).text()).toBe('bytes of it')
  })

  test.runIf(isThere)('no body with GET', { timeout: 60_000 }, async () => {
    expect(await sent({ method: 'GET' })).toMatchObject({ method: 'GET', body: '' })
  })
})

// A reader of quoted strings: what a language takes for one ends where it was meant to end.
test.each(['go', 'php'] as const)('%s: every string ends where it should', (language) => {
  const fields = [
    { name: 'note', value: odd, isFile: false },
    { name: 'file', value: '', isFile: true },
  ]
  const bodies: BuiltRequest['body'][] = [
    { kind: 'text', text: odd },
    { kind: 'form', fields: fields.slice(0, 1) },
    { kind: 'multipart', fields },
    { kind: 'file', file: undefined },
    { kind: 'none' },
  ]
  for (const body of bodies) {
    const sample = buildSample(language, built({ headers: [{ name: 'X-Odd', value: odd }], body }))
    const texts = language === 'go' ? /"(?:[^"\\\n]|\\[\\"/bfnrtu])*"/g : /'(?:[^'\\]|\\[\\'])*'|"(?:[^"$\\]|\\.)*"/g
    const rest = sample.replaceAll(texts, 'TEXT')
    expect(rest).not.toMatch(/HOME|script|🙂/)
    for (const [one, other] of ['()', '{}', '[]']) {
      expect(rest.split(one ?? '').length, sample).toBe(rest.split(other ?? '').length)
    }
  }
})

test('each language has a sample for each body', () => {
  for (const language of sampleLanguages) expect(buildSample(language, built({}))).toContain('/a%20b')
})
