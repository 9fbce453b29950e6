import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { upgradeOpenApi } from '#shared/api-doc/openapi/upgrade.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { RandomDescription } from './random.ts'
import { frameOf, imported, pagesOf, written } from './written.ts'

/** Validates against the schema of the OpenAPI Initiative. */
async function requireValid(value: UnknownObject): Promise<void> {
  const result = await new Validator().validate(structuredClone(value))
  if (!result.valid) throw new Error(JSON.stringify(result.errors, null, 1).slice(0, 3000))
}

/** Names every value of the input that the output lacks or has otherwise. */
function missingIn(input: unknown, output: unknown, path = '#'): string[] {
  if (Array.isArray(input)) {
    if (!Array.isArray(output) || output.length !== input.length)
      return [`${path}: ${JSON.stringify(output)?.slice(0, 200)}`]
    return input.flatMap((one, at) => missingIn(one, output[at], `${path}/${at}`))
  }
  const object = toObject(input)
  if (!object) return Object.is(input, output) ? [] : [`${path}: ${JSON.stringify(input)} is ${JSON.stringify(output)}`]
  const found = toObject(output)
  if (!found) return [`${path}: missing`]
  return Object.entries(object).flatMap(([key, value]) =>
    Object.hasOwn(found, key) ? missingIn(value, found[key], `${path}/${key}`) : [`${path}/${key}: missing`],
  )
}

const contents = (value: unknown) =>
  pagesOf(imported(value))
    .map(({ title, folders, text }) => JSON.stringify({ title, folders, text }))
    .sort()

describe('an OpenAPI description, in and out', () => {
  test.each([
    ['3.0', 'openapi', 40],
    ['3.1', 'openapi', 40],
    ['3.1', 'openapi-yaml', 15],
    ['3.0', 'openapi-yaml', 10],
  ] as const)(
    '%s as %s keeps every element of %i random ones, and comes in again as the same pages',
    async (version, kind, count) => {
      for (let seed = 1; seed <= count; seed += 1) {
        const input = new RandomDescription(seed, version).document()
        const plan = imported(input)
        const { value, text, notes } = written(frameOf(plan, { kind }), pagesOf(plan))
        expect(missingIn(upgradeOpenApi(input), value), `seed ${seed}`).toEqual([])
        expect(missingIn(value, upgradeOpenApi(input)), `seed ${seed}: added`).toEqual([])
        expect(notes).toEqual([])
        await requireValid(value)
        expect(contents(text), `seed ${seed}`).toEqual(contents(input))
      }
    },
  )
})
