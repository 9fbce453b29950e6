// Bundled into the server by build/native.ts, in place of what better-sqlite3 and argon2 do to find their addons.
'use strict'
const { isMainThread } = require('node:worker_threads')
const crypto = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const loaded = new Map()

/**
 * The addon `native/<name>.node` beside the bundle.
 *
 * Inside the executable that file exists in memory only, and the system can load nothing from there: it is written out
 * once, to the first folder of `homes` that takes it. Every thread must load the same file: a second copy of SQLite in
 * one process would undo the first one's locks on the database. So the main thread leaves its choice to the workers.
 */
function loadAddon(name) {
  if (!loaded.has(name)) loaded.set(name, open(path.join(__dirname, 'native', `${name}.node`), name))
  return loaded.get(name)
}

function open(file, name) {
  if (!process.pkg) return dlopen(file)
  const content = fs.readFileSync(file)
  const fileName = `${name}-${crypto.createHash('sha256').update(content).digest('hex').slice(0, 16)}.node`
  const failures = []
  for (const home of homes()) {
    try {
      const folder = home()
      const addon = dlopen(writeOnce(folder, fileName, content))
      process.env.DOCSTEAD_NATIVE_DIR = folder
      return addon
    } catch (error) {
      failures.push(error.message)
    }
  }
  throw new Error(
    `cannot unpack ${name}: set DOCSTEAD_NATIVE_DIR to a folder that is writable and not mounted noexec. ${failures.join('; ')}`,
  )
}

function dlopen(file) {
  const module = { exports: {} }
  process.dlopen(module, file)
  return module.exports
}

/** Where addons may be written, best first: the folder asked for, the data folder, a private folder for passing files. */
function homes() {
  const asked = process.env.DOCSTEAD_NATIVE_DIR
  const data = isMainThread ? dataFolder() : undefined
  return [asked && (() => asked), data && (() => path.join(data, '.native')), privateFolder].filter(Boolean)
}

/** The data folder as the command line or the environment names it, if it exists: making it is the server's business. */
function dataFolder() {
  const args = process.argv.slice(2)
  const flag = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const named = flag < 0 ? undefined : args[flag] === '--data' ? args[flag + 1] : args[flag].slice('--data='.length)
  const data = path.resolve(named || process.env.DOCSTEAD_DATA || 'data')
  return fs.existsSync(data) ? data : undefined
}

/** A folder of this user alone under the system's folder for passing files; nobody else may have prepared it. */
function privateFolder() {
  const user = process.getuid ? process.getuid() : os.userInfo().username
  const folder = path.join(os.tmpdir(), `docstead-${user}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = fs.lstatSync(folder)
  if (!stat.isDirectory() || (process.getuid && (stat.uid !== user || (stat.mode & 0o077) !== 0))) {
    throw new Error(`${folder} belongs to somebody else`)
  }
  return folder
}

/** Writes `content` to `folder/name` unless it is there already, whole or not at all. */
function writeOnce(folder, name, content) {
  const file = path.join(folder, name)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (isSame(file, content)) return file
  const part = `${file}.${process.pid}`
  fs.writeFileSync(part, content, { mode: 0o500, flag: 'w' })
  fs.renameSync(part, file)
  return file
}

function isSame(file, content) {
  try {
    return fs.lstatSync(file).isFile() && content.equals(fs.readFileSync(file))
  } catch {
    return false
  }
}

module.exports = { loadAddon }
