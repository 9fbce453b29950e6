/**
 * Builds the executable of this machine twice, from copies of the committed sources in two folders with names of
 * different lengths, and compares everything that is built:
 *
 *     node scripts/compare-builds.ts [--all]
 *
 * With `--all` whole releases are compared: the executables of all platforms, the manifest with its signature by a key that
 * is made for this, the `.docstead-update` files and the list of packages.
 *
 * It prints the files that differ, and ends with 1 when there are any. It takes a minute or two, with `--all` five.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildInfo, root } from '#build/paths.ts'
import { publicLine, readSigningKey } from './release-signing.ts'

const { commit, date } = buildInfo()
const parent = mkdtempSync(join(tmpdir(), 'docstead-builds-'))
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })

// the same key for both: Ed25519 signs the same content with the same bytes
const keyFile = join(parent, 'release.pem')
const publicFile = join(parent, 'release.pub')
const { privateKey } = generateKeyPairSync('ed25519')
writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
writeFileSync(
  publicFile,
  `untrusted comment: of this comparison\n${publicLine(readSigningKey(readFileSync(keyFile, 'utf8')))}\n`,
)
const keyArgs = ['--key', keyFile, '--update-key', publicFile, '--single-key']

/** Builds in a new folder below the temporary one. Returns its dist/. */
function buildIn(name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true })
  // not HEAD, which may move between the two
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  // the Node of other platforms, if it has been fetched before: it is the same for both
  const cache = join('dist', '.pkg-cache')
  if (existsSync(join(root, cache))) cpSync(join(root, cache), join(folder, cache), { recursive: true })
  const env = { ...process.env, DOCSTEAD_COMMIT: commit, DOCSTEAD_COMMIT_DATE: date }
  const packaging = values.all ? ['scripts/release.ts', ...keyArgs] : ['build/binary.ts']
  for (const [script = '', ...args] of [['build/build.ts'], packaging]) {
    const run = spawnSync(process.execPath, [join(folder, script), ...args], { cwd: folder, env, encoding: 'utf8' })
    process.stderr.write(run.stderr)
    if (run.status !== 0) throw new Error(`${script} failed in ${folder}`)
  }
  return join(folder, 'dist')
}

/** Returns the SHA-256 of what people get: the executable, the bundles, the web bundle; not of caches. */
function hashes(dist: string): Map<string, string> {
  const found = new Map<string, string>()
  const add = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) add(join(path, name))
    else found.set(relative(dist, path), createHash('sha256').update(readFileSync(path)).digest('hex'))
  }
  for (const name of readdirSync(dist)) if (/^(docstead(\.exe)?|web|release|.*\.cjs)$/.test(name)) add(join(dist, name))
  return found
}

/** Says where two files begin to differ, with the text around it. */
function describeDifference(one: Buffer, other: Buffer): string {
  const at = one.findIndex((byte, index) => byte !== other[index])
  const around = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1', Math.max(0, at - 60), at + 60))
  return `${one.length} and ${other.length} bytes, from byte ${at}:\n  ${around(one)}\n  ${around(other)}`
}

try {
  const [one, other] = [buildIn('a'), buildIn('another/folder-with-a-longer-name')]
  const [first, second] = [hashes(one), hashes(other)]
  const names = [...new Set([...first.keys(), ...second.keys()])].filter((name) => first.get(name) !== second.get(name))
  for (const name of names) {
    const isIn = first.has(name) && second.has(name)
    const what = isIn ? describeDifference(readFileSync(join(one, name)), readFileSync(join(other, name))) : 'only once'
    process.stdout.write(`${name}: ${what}\n`)
  }
  process.stdout.write(`${first.size} files, ${names.length} differ\n`)
  process.exitCode = names.length === 0 ? 0 : 1
} finally {
  rmSync(parent, { recursive: true, force: true })
}
