import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { rows } from '#tests/src/rights/rows/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { endpoints, Matrix } from '#tests/support/rights/matrix.ts'
import { mutations, nastyTexts, nastyTextsOfAll, nastyValues, seeded, some } from '#tests/support/rights/nasty.ts'
import { type Case, casesOf, type Fields } from '#tests/support/rights/row.ts'
import type { Body } from '#tests/support/rights/send.ts'
import type { Role } from '#tests/support/rights/world.ts'

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'

/** The case of a call whose valid fields contain `field`, else its first case. */
function caseFor(matrix: Matrix, path: string, field: string): Case {
  const cases = casesOf(rows[path] ?? [])
  const names = (one: Case) => Object.keys(one.fields(matrix.at(matrix.world(), 'owner')))
  const found = cases.find((one) => names(one).includes(field)) ?? cases[0]
  if (!found) throw new Error(`${path} has no row`)
  return found
}

const callerOf = (one: Case): Role => (one.allow.includes('owner') ? 'owner' : (one.allow[0] ?? 'owner'))

const leak =
  /SQLITE_|SqliteError|\bSELECT\b.+\bFROM\b|node:internal|node_modules|\.ts:\d|\/(?:tmp|dev\/shm)\/docstead|at async /

/** What is wrong with a response, whatever the input; undefined when nothing is. */
async function oddOf(
  matrix: Matrix,
  path: string,
  one: Case,
  role: Role,
  what: string,
  body: (fields: Fields) => Body,
) {
  const { answer } = await matrix.call(path, one, role, { body, keepsWorld: true })
  const { status, json: envelope, text } = answer
  const isFailure = status >= 500 || envelope?.error_code === 10500
  const isEnvelope = envelope === undefined || typeof envelope.error_code === 'number' || envelope.success === 1
  const isTelling = envelope?.error_code !== 0 && envelope !== undefined && leak.test(text)
  if (!isFailure && isEnvelope && !isTelling) return undefined
  return `${path} as ${role}, ${what.slice(0, 100)}: ${status} ${text.slice(0, 300)}`
}

const encoded = (fields: Fields, without: string): string =>
  Object.entries(fields)
    .filter(([name, value]) => name !== without && !(value instanceof File))
    .map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`)
    .join('')

/** A form in which `name` is `text`, unencoded; multipart where the call takes a file. */
const withText =
  (name: string, text: string) =>
  (fields: Fields): Body => {
    const isFile = Object.values(fields).some((value) => value instanceof File)
    if (!isFile) return { body: `${name}=${text}${encoded(fields, name)}`, type: form }
    const parts = new FormData()
    for (const [other, value] of Object.entries(fields))
      if (other !== name) parts.append(other, value instanceof File ? value : String(value))
    parts.append(name, Buffer.from(text.replaceAll('%', '=')).toString('latin1'))
    return { body: parts }
  }

const withValue =
  (name: string, value: unknown) =>
  (fields: Fields): Body => {
    const others = Object.entries(fields).filter(([other, one]) => other !== name && !(one instanceof File))
    return { body: JSON.stringify({ ...Object.fromEntries(others), [name]: value }), type: json }
  }

/** Bodies that contain no fields at all. */
const bodies: readonly Body[] = [
  ...['', '{', '[]', '1', 'null', '{"__proto__":{"a":1}}', '{"constructor":1}', '['.repeat(5000)].map((body) => ({
    body,
    type: json,
  })),
  { body: '', type: form },
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', ';;;', ''].map((type) => ({
    body: '--x\r\nContent-Disposition: form-data\r\n\r\n1',
    type,
  })),
  { body: new Uint8Array([0xff, 0xfe, 0x00, 0x3d, 0x80]), type: form },
  { body: `${'a=1&'.repeat(5000)}`, type: form },
]

/** Whether each valid call is slow, because of a hash or a worker, so that fewer values are tried. */
const isSlow = (path: string, { input }: Endpoint): boolean =>
  /^(import|export)\/|^adminShowdoc\/check$/.test(path) ||
  Object.keys(input.shape).some((name) => name.includes('password'))

/** The tests of every `of`-th call from `first` on: invalid texts, values and bodies in each of its fields. */
export function refusesBadInput(first: number, of: number): void {
  let app: TestApp
  let matrix: Matrix
  beforeAll(async () => {
    app = await createTestApp({ shared: true })
    matrix = await Matrix.on(app)
  })
  afterAll(() => {
    expect(app.rows.sqlite.pragma('foreign_key_check')).toEqual([])
    expect(app.rows.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  test.each([...endpoints].filter((_, at) => at % of === first))(
    '%s responds to invalid input with an error, never a failure',
    async (path, endpoint) => {
      const odd: (string | undefined)[] = []
      const slow = isSlow(path, endpoint)
      const names = [...Object.keys(endpoint.input.shape), ...(endpoint.upload ? [endpoint.upload] : [])]
      for (const name of [...names, 'user_token', '_item_pwd', '__proto__', 'nobody_knows']) {
        matrix.renew()
        const random = seeded(`${path} ${name}`)
        const one = caseFor(matrix, path, name)
        const role = callerOf(one)
        const isKnown = names.includes(name)
        const texts = isKnown
          ? [
              ...(slow ? nastyTextsOfAll.slice(1) : nastyTextsOfAll),
              ...some(nastyTexts, slow ? 1 : 3, random),
              `1&${name}=2`,
              `1&${name}[]=2`,
            ]
          : some(nastyTexts, 1, random)
        for (const text of texts)
          odd.push(await oddOf(matrix, path, one, role, `${name}=${text}`, withText(name, text)))
        for (const text of some(nastyTexts, 1, random))
          odd.push(await oddOf(matrix, path, one, 'visitor', `${name}=${text}`, withText(name, text)))
        for (const value of some(nastyValues, slow || !isKnown ? 1 : 3, random))
          odd.push(await oddOf(matrix, path, one, role, `${name}: ${JSON.stringify(value)}`, withValue(name, value)))
        const good = one.fields(matrix.at(matrix.world(), role))[name]
        if (typeof good !== 'string' || !/^[[{]/.test(good)) continue
        for (const value of mutations(JSON.parse(good), random)) {
          const text = JSON.stringify(value)
          odd.push(await oddOf(matrix, path, one, role, `${name}=${text}`, withText(name, encodeURIComponent(text))))
        }
      }
      matrix.renew()
      const one = caseFor(matrix, path, '')
      for (const body of bodies)
        odd.push(await oddOf(matrix, path, one, callerOf(one), `${body.type} ${String(body.body)}`, () => body))
      expect(odd.filter(Boolean)).toEqual([])
      expect(app.errors).toEqual([])
    },
    60_000,
  )
}
