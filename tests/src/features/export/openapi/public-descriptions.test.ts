import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { examine, isFault } from './examine.ts'

const root = join(import.meta.dirname, '../../../../..')

interface PublicFile {
  name: string
  bytes: Uint8Array
}

/** The examples of a package of ReadMe: OpenAPI 2 to 3.1, in JSON and YAML, from hardly anything to half a megabyte. */
function packagedFiles(): PublicFile[] {
  const folder = join(root, 'node_modules/@readme/oas-examples')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^\d.*\.(?:json|ya?ml)$/.test(path))
    .map((path) => ({ name: path, bytes: readFileSync(join(folder, path)) }))
}

/** Descriptions of companies and public bodies, each under a licence that lets it be here. */
function collectedFiles(): PublicFile[] {
  const text = gunzipSync(readFileSync(join(root, 'tests/fixtures/public-descriptions.json.gz'))).toString()
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([name, one]) => ({
    name,
    bytes: Buffer.from(one),
  }))
}

describe('public descriptions go out as they came in, and their pages can be read', () => {
  const files = [...packagedFiles(), ...collectedFiles()]

  test('there are at least 200, of all sizes', () => {
    expect(files.length).toBeGreaterThanOrEqual(200)
    const sizes = files.map(({ bytes }) => bytes.length)
    expect(Math.min(...sizes)).toBeLessThan(1_000)
    expect(Math.max(...sizes)).toBeGreaterThan(400_000)
  })

  test.each(files)('$name', (file) => {
    // a thousand lines of YAML show what ten thousand do, in a tenth of the time
    const { findings } = examine(file, { yamlBytes: 40_000 })
    expect(findings.filter(isFault)).toEqual([])
  })
})
