import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#build/paths.ts'
import { publicLine, type SigningKey } from './release-signing.ts'

/*
 * Executables for the tests of updates. One is built, which trusts a key; the others are this one with a few bytes
 * changed: the bundles lie in it as they are, so that another version costs no second build.
 */

/** Builds the executable of this machine at `path`, which trusts releases signed with `key`. */
export function buildTrusting(key: SigningKey, path: string): void {
  const keyFile = `${path}.pub`
  writeFileSync(keyFile, `untrusted comment: for tests\n${publicLine(key)}\n`)
  const args = [join(root, 'build/binary.ts'), '--update-key', keyFile, '--out', path]
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`no executable: ${run.stderr}`)
}

function replaceIn(content: Buffer, pattern: RegExp, replacement: (found: string) => string): Buffer {
  let count = 0
  const text = content.toString('latin1').replaceAll(pattern, (found) => {
    count++
    const put = replacement(found)
    if (put.length > found.length) throw new Error(`${put} is longer than ${found}`)
    return put.padEnd(found.length)
  })
  if (count === 0) throw new Error(`${pattern} is not in the executable`)
  return Buffer.from(text, 'latin1')
}

/** Returns an executable with another version of the same length. */
export const withVersion = (content: Buffer, version: string): Buffer =>
  replaceIn(content, /\(\)=>"\d+\.\d+\.\d+"/g, () => `()=>"${version}"`)

/** Returns an executable that lacks the newest of `count` migrations: its schema is one lower. */
export const withoutLastMigration = (content: Buffer, count: number): Buffer =>
  replaceIn(
    content,
    new RegExp(`\\[[A-Za-z$_][\\w$]*(,[A-Za-z$_][\\w$]*){${count - 1}}\\](?=;u\\(\\)|;)`, 'g'),
    (found) => found.replace(/,[\w$]+\]$/, ']'),
  )

/** Returns an executable that ends as soon as it is started. */
export const withExitAtStart = (content: Buffer): Buffer =>
  replaceIn(content, /process\.umask\(63\)/g, () => 'process.exit(3)')

/** Reads an executable. */
export const readContent = (path: string): Buffer => readFileSync(path)

/** Returns the schema number of an executable for this machine. */
export const schemaOf = (path: string): number =>
  (JSON.parse(execFileSync(path, ['version', '--json'], { encoding: 'utf8' })) as { schema: number }).schema
