/**
 * Loaded with `--require` into a program that `scripts/drill.ts` kills: gives each change of a file or folder a name, and
 * kills the process just before one of them.
 *
 * - DRILL_LOG: a file that gets the name of each step, a line each
 * - DRILL_ONLY: a word; processes without it in their arguments are left alone
 * - DRILL_STEP and DRILL_NTH: the name before which the process kills itself, and at which of its occurrences, from 1
 */
const fs = require('node:fs')
const promises = require('node:fs/promises')

const { DRILL_LOG, DRILL_STEP, DRILL_ONLY, DRILL_NTH = '1' } = process.env
const isLeftAlone = DRILL_ONLY !== undefined && !process.argv.includes(DRILL_ONLY)
const log = DRILL_LOG && !isLeftAlone ? fs.openSync(DRILL_LOG, 'a') : undefined
const writeSync = fs.writeSync
let seen = 0

const nameOf = (action, path) =>
  `${action} ${String(path)
    .replace(/^.*\/(data|place|bin)(?=\/|$)/, '$1')
    .replace(/^\/(?!data|place|bin).*\//, '…/')
    .replace(/[0-9a-f]{8,}/g, 'X')
    .replace(/\d[\dTZ:-]*/g, '#')
    .replace(/\/[0-9a-f#]{1,3}(?=\/)/g, '/##')
    .replace(/\/[0-9a-f#]{1,3}$/, '/##')}`

function step(action, path) {
  const name = nameOf(action, path)
  if (log !== undefined) writeSync(log, `${name}\n`)
  if (isLeftAlone || name !== DRILL_STEP || ++seen !== Number(DRILL_NTH)) return
  process.kill(process.pid, 'SIGKILL')
}

const isWriting = (flags) => flags !== undefined && flags !== 'r' && flags !== 0

// Paths of open files by their numbers, for what is written and flushed.
const open = new Map()

const simple = ['rename', 'rm', 'rmdir', 'unlink', 'mkdir', 'link', 'copyFile', 'writeFile', 'chmod', 'chown', 'lchown']
for (const name of simple) {
  const one = fs[`${name}Sync`]
  fs[`${name}Sync`] = (path, ...rest) => {
    step(name, path)
    return one.call(fs, path, ...rest)
  }
  const other = promises[name]
  if (!other) continue
  promises[name] = async (path, ...rest) => {
    step(name, path)
    return other.call(promises, path, ...rest)
  }
}

const { openSync } = fs
fs.openSync = (path, flags, ...rest) => {
  if (isWriting(flags)) step('open', path)
  const handle = openSync.call(fs, path, flags, ...rest)
  open.set(handle, path)
  return handle
}
for (const name of ['fsyncSync', 'fdatasyncSync', 'writeSync']) {
  const one = fs[name]
  fs[name] = (handle, ...rest) => {
    step(name.replace('Sync', ''), open.get(handle) ?? '')
    return one.call(fs, handle, ...rest)
  }
}

const openHandle = promises.open
promises.open = async (path, flags, ...rest) => {
  if (isWriting(flags)) step('open', path)
  const handle = await openHandle.call(promises, path, flags, ...rest)
  for (const name of ['write', 'sync', 'datasync']) {
    const one = handle[name].bind(handle)
    handle[name] = async (...args) => {
      step(name, path)
      return one(...args)
    }
  }
  return handle
}
