// The door of every npm command. Plain JavaScript for Node 20 and newer, because it runs under the machine's own Node:
// it sees to the packages, then runs the command under the Node of node_modules, so that all machines run the same one.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const installedStamp = join(modules, '.docstead-lock')
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const lockFile = join(root, 'dist', '.lock')

/** What runs once the packages are there. `build`: bring dist/ up to date first. `locked`: it writes to dist/ itself. */
const commands = {
  start: { script: 'dist/main.cjs', before: ['serve'], build: true },
  docstead: { script: 'dist/main.cjs', before: [], build: true },
  build: { script: 'build/build.ts', before: [], locked: true },
  package: { script: 'build/binary.ts', before: [], build: true, locked: true },
  release: { script: 'scripts/release.ts', before: [], build: true, locked: true },
  bench: { script: 'build/bench.ts', before: [], build: true },
  drill: { script: 'scripts/drill.ts', before: [], build: true },
  dev: { script: 'build/dev.ts', before: [] },
  check: { script: 'build/check.ts', before: [] },
  test: { script: 'build/test.ts', before: [] },
}

const say = (text) => process.stderr.write(`docstead: ${text}\n`)

function giveUp(text, code = 1) {
  say(text)
  process.exit(code)
}

/** The text of `path`, or undefined when it cannot be read. */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Whether the process that took the lock is gone. A lock without a number is one being written, or left by a crash. */
function isAbandoned() {
  const pid = Number(read(lockFile))
  if (pid > 0) return !isAlive(pid)
  try {
    return Date.now() - statSync(lockFile).mtimeMs > 10_000
  } catch {
    return false
  }
}

/** Takes the lock that keeps two commands from installing or building at once; waits for it as long as its owner lives. */
async function takeLock() {
  mkdirSync(join(root, 'dist'), { recursive: true })
  for (let isWaiting = false; ; ) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      process.on('exit', releaseLock)
      return
    } catch (error) {
      if (error.code !== 'EEXIST') giveUp(`cannot write to ${join(root, 'dist')}: ${error.message}`)
    }
    if (isAbandoned()) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (!isWaiting) say('waiting for another build to finish')
    isWaiting = true
    await new Promise((done) => setTimeout(done, 200))
  }
}

function releaseLock() {
  if (read(lockFile) === String(process.pid)) rmSync(lockFile, { force: true })
}

/** What node_modules must hold: the lock file, and the platform, since some packages are made for one. */
const wantedPackages = () =>
  `${createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')} ${process.platform}-${process.arch}\n`

/** Whether what npm says it installed is what package-lock.json asks for. */
function installedFits() {
  const installed = read(join(modules, '.package-lock.json'))
  if (!installed) return false
  const have = JSON.parse(installed).packages
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(want).every(
    ([path, entry]) =>
      path === '' ||
      (have[path] ? have[path].version === entry.version && existsSync(join(root, path)) : entry.optional === true),
  )
}

/** Whether node_modules fits the lock file. Remembered in a stamp, so that the usual start compares one hash. */
function packagesFit() {
  if (!existsSync(node)) return false
  const wanted = wantedPackages()
  if (read(installedStamp) === wanted) return true
  if (!installedFits()) return false
  writeFileSync(installedStamp, wanted)
  return true
}

const offline =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/

function installPackages() {
  say('installing packages (npm ci)')
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const run =
    npm && /\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
      : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  const output = `${run.error?.message ?? ''}${run.stdout ?? ''}${run.stderr ?? ''}`
  if (run.status !== 0) {
    const reason = offline.exec(output)?.[1]
    if (reason) giveUp(`npm ci cannot reach the package registry (${reason}); check network and proxy, then try again`)
    // what went wrong comes first; npm goes on with all its options
    const lines = output.split('\n').filter((line) => line.replace('npm error', '').trim() !== '')
    process.stderr.write(`${lines.slice(0, 8).join('\n')}\n`)
    giveUp(`npm ci failed with exit code ${run.status ?? run.signal}; its message stands above`)
  }
  if (!existsSync(node)) giveUp('npm ci brought no Node: allow install scripts (npm config set ignore-scripts false)')
  writeFileSync(installedStamp, wantedPackages())
}

const environment = () => ({
  ...process.env,
  PATH: [join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
})

/** Brings dist/ up to date. Its words go to standard error: standard output belongs to the command. */
function buildWhatIsStale() {
  const run = spawnSync(node, [join(root, 'build', 'build.ts'), '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: environment(),
  })
  if (run.status !== 0) giveUp('the build failed; its message stands above')
}

/** The processes above this one up to npm: the parent, and where npm put a shell between us, the shell's parent. */
function ancestors() {
  const shell = read(`/proc/${process.ppid}/stat`)?.match(/^\d+ \((?:sh|dash|bash)\) \S+ (\d+)/)
  return shell ? `${process.ppid} ${shell[1]}` : String(process.ppid)
}

/** Runs `script` in the foreground as if it were this process: same terminal, its signals, its exit code. */
function become(script, args) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    stdio: 'inherit',
    env: environment(),
  })
  // At a terminal the keyboard's SIGINT reaches the whole process group, so the child has it already.
  const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  // npm stands above us: when it is killed outright, nobody would be left to stop the server.
  if (process.env.npm_lifecycle_event) {
    const atStart = ancestors()
    setInterval(() => ancestors() !== atStart && child.kill('SIGTERM'), 1000).unref()
  }
  child.on('error', (error) => giveUp(`cannot start ${node}: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    releaseLock()
    process.kill(process.pid, signal)
  })
}

async function main() {
  const [name, ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command) giveUp(`unknown command '${name ?? ''}'; one of: ${Object.keys(commands).join(', ')}`, 2)
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) giveUp(`Node ${process.versions.node} is too old; install Node 20 or newer`)
  if (!existsSync(join(root, command.script)) && !command.script.startsWith('dist/')) {
    giveUp(`${command.script} is missing, so '${name}' cannot run`)
  }

  // DOCSTEAD_LOCK_HELD: a command that holds the lock started us, waiting for it would never end
  const lock = process.env.DOCSTEAD_LOCK_HELD !== '1' && (command.build || command.locked || !packagesFit())
  if (lock) await takeLock()
  if (!packagesFit()) installPackages()
  if (command.build) buildWhatIsStale()
  if (command.locked) process.env.DOCSTEAD_LOCK_HELD = '1'
  else releaseLock()
  become(command.script, [...command.before, ...args])
}

await main()
