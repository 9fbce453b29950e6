/**
 * Makes a release of the present sources for every platform in `dist/release/`:
 *
 *     npm run release -- --key FILE [--notes FILE] [--least-version 0.1.0] [--update-key FILE] [--single-key]
 *       [--this-platform]
 *
 * - `--key`: the secret key that signs it: minisign's own file, or an Ed25519 key in PEM form. Its password, if it has
 *   one, is read from the variable DOCSTEAD_KEY_PASSWORD.
 * - `--notes`: what is new, in Markdown; by default the newest section of CHANGELOG.md.
 * - `--least-version`: the oldest version that it can replace.
 * - `--update-key`: a public key that the executables trust, also several times, in addition to those of
 *   `src/core/release-keys.ts`. Without two keys, of which one is that of `--key`, nothing is built.
 * - `--single-key`: one is enough.
 * - `--this-platform`: only the executable for this machine.
 *
 * The folder can be put on a web server as it is; its address is the setting `update_url`. It has the executables, a
 * `.docstead-update` file for each, manifest.json with its signature, and sbom.json, the list of all packages.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildInfo, dist, root } from '#build/paths.ts'
import { keyIdOf, releaseKeys } from '#src/core/release-keys.ts'
import { readExecutable, writeRelease } from './release-files.ts'
import { findKeyProblem } from './release-key-check.ts'
import { publicLine, readSigningKey, type SigningKey } from './release-signing.ts'
import { schemaOf } from './update-executables.ts'

const say = (text: string) => process.stderr.write(`release: ${text}\n`)

function giveUp(text: string): never {
  say(text)
  process.exit(1)
}

const release = join(dist, 'release')

/** Node's name of the platform in a file name of `build/binary.ts`. */
const platformOf = (name: string): string =>
  (/-([a-z]+-[a-z0-9]+)(\.exe)?$/.exec(name)?.[1] ?? '').replace(/^win-/, 'win32-').replace(/^macos-/, 'darwin-')

/** Builds the executables into the empty folder of the release. Returns the path of the one for this machine. */
function buildExecutables(keyFiles: readonly string[], onlyThis: boolean): string {
  rmSync(release, { recursive: true, force: true })
  mkdirSync(release, { recursive: true })
  const { version } = buildInfo()
  const own = `${process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'macos' : process.platform}-${process.arch}`
  const out = join(release, `docstead-${version}-${own}${process.platform === 'win32' ? '.exe' : ''}`)
  const args = [
    join(root, 'build/binary.ts'),
    ...keyFiles.flatMap((file) => ['--update-key', file]),
    '--out',
    out,
    ...(onlyThis ? [] : ['--all']),
  ]
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (run.status !== 0) giveUp('the executables could not be built; the message stands above')
  return out
}

/** Returns the newest section of the change log, without its heading. */
function newestNotes(): string {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  return (/^## [^\n]*\n([^]*?)(?=^## |(?![^]))/m.exec(text)?.[1] ?? '').trim().slice(0, 20_000)
}

/** Writes the list of packages; npm puts the time, a random number and the folder's name into it, which are left out. */
/** The font in PDF files, which comes with the sources and not as a package. */
const font = {
  type: 'library',
  name: 'wqy-microhei',
  version: '0.2.0-beta',
  description: 'WenQuanYi Micro Hei, a font',
  licenses: [{ license: { id: 'Apache-2.0' } }],
  'bom-ref': 'wqy-microhei@0.2.0-beta',
}

function writeSbom(): void {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  })
  const { serialNumber: _random, ...sbom } = JSON.parse(text) as {
    serialNumber: string
    metadata: object
    components: object[]
  }
  const { timestamp: _now, component, ...rest } = sbom.metadata as { timestamp: string; component: object }
  // npm names the program after the folder of the sources
  const metadata = { ...rest, component: { ...component, name: 'docstead' } }
  writeFileSync(
    join(release, 'sbom.json'),
    `${JSON.stringify({ ...sbom, metadata, components: [...sbom.components, font] }, null, 2)}\n`,
  )
}

function readPublicKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').at(-1)?.trim() ?? ''
  } catch (error) {
    return giveUp(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Asks the executable that was built which keys it trusts: what is in the sources need not be in it. */
function requireKeysIn(path: string, trusted: readonly string[]): void {
  const { update_keys } = JSON.parse(execFileSync(path, ['version', '--json'], { encoding: 'utf8' })) as {
    update_keys?: readonly string[]
  }
  const expected = trusted.map(keyIdOf)
  if (JSON.stringify(update_keys) !== JSON.stringify(expected))
    giveUp(`the executable trusts the keys ${update_keys?.join(', ')}, and not ${expected.join(', ')}`)
  say(`the executables trust the keys ${expected.join(', ')}`)
}

function readKey(path: string): SigningKey {
  try {
    return readSigningKey(readFileSync(path, 'utf8'), process.env.DOCSTEAD_KEY_PASSWORD)
  } catch (error) {
    return giveUp(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    notes: { type: 'string' },
    'least-version': { type: 'string', default: '0.1.0' },
    'update-key': { type: 'string', multiple: true, default: [] },
    'single-key': { type: 'boolean', default: false },
    'this-platform': { type: 'boolean', default: false },
  },
})
const key = readKey(values.key ?? giveUp('--key FILE is missing: the secret key that signs the release'))
const info = buildInfo()
if (info.date === '') giveUp('the sources are in no repository: set DOCSTEAD_COMMIT and DOCSTEAD_COMMIT_DATE')

const keyFiles = values['update-key']
const trusted = [...releaseKeys, ...keyFiles.map(readPublicKey)]
const problem = findKeyProblem(publicLine(key), trusted, values['single-key'])
if (problem !== undefined) giveUp(problem)

const own = buildExecutables(keyFiles, values['this-platform'])
requireKeysIn(own, trusted)
const names = readdirSync(release)
  .filter((name) => name.startsWith('docstead-'))
  .toSorted()
const executables = names.map((name) => readExecutable(platformOf(name), name, join(release, name)))
writeSbom()
writeRelease(
  release,
  {
    version: info.version,
    commit: info.commit,
    date: info.date,
    schema: schemaOf(own),
    least_schema: 1,
    least_version: values['least-version'],
    notes: values.notes === undefined ? newestNotes() : readFileSync(values.notes, 'utf8'),
  },
  executables,
  key,
)
for (const name of readdirSync(release).toSorted()) say(name)
