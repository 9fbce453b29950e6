import { accessSync, constants, existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Config } from '#src/core/config.ts'
import { isDiskFull } from '#src/core/data-folder.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { shellQuoted } from '#src/core/folder-rights.ts'

const mb = (bytes: number): number => Math.ceil(bytes / 1e6)

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** @throws {AppError} updateNoSpace when a folder has less than `bytes` of free space */
export function requireSpace(folder: string, bytes: number): void {
  const free = freeBytes(folder)
  if (free < bytes) fail('updateNoSpace', { path: folder, need: mb(bytes), free: mb(free) })
}

/** Converts the failure of a write below `folder` to an error that says what to do; any other failure stays. */
export function toWriteError(error: unknown, folder: string): unknown {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError('updateNoSpace', { path: folder, need: '?', free: mb(freeBytes(folder)) })
  const { code = '' } = error as { code?: string }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return new AppError('updateNotWritable', { path: folder })
  return error
}

/**
 * Checks that the executable can be replaced: a file can be created beside it.
 *
 * @throws {AppError} updateNotWritable, updateNoSpace
 */
export function requireReplaceable(executable: string, bytes: number): void {
  const folder = dirname(executable)
  const probe = `${executable}.probe-${process.pid}`
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    throw toWriteError(error, folder)
  }
  requireSpace(folder, bytes)
}

/** Returns the path beside an executable where a part of its name says which one it is: `docstead.new`. */
export function besides(executable: string, mark: string): string {
  const extension = extname(executable) === '.exe' ? '.exe' : ''
  return join(dirname(executable), `${basename(executable, extension)}.${mark}${extension}`)
}

const isInContainer = (): boolean =>
  existsSync('/.dockerenv') || existsSync('/run/.containerenv') || process.env['container'] !== undefined

/** Returns the systemd unit that this process belongs to; undefined when there is none. */
function systemdUnit(): string | undefined {
  if (process.env['INVOCATION_ID'] === undefined) return undefined
  try {
    return /\/([^/\n]+)\.service\s*$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/**
 * Returns the shell lines that replace the executable by hand: what a server prints that may not write there itself.
 *
 * @param prepared the verified new executable
 * @param executable the one to replace
 */
export function manualLines(config: Pick<Config, 'data'>, prepared: string, executable: string): string[] {
  if (isInContainer()) return ['docker compose pull', 'docker compose up -d']
  const unit = systemdUnit()
  const replace = `sudo install -m 755 ${shellQuoted(prepared)} ${shellQuoted(executable)}`
  const keep = `sudo cp -p ${shellQuoted(executable)} ${shellQuoted(`${executable}.previous`)}`
  if (unit !== undefined) return [`sudo systemctl stop ${unit}`, keep, replace, `sudo systemctl start ${unit}`]
  return [`kill ${process.pid}`, keep, replace, `${shellQuoted(executable)} serve --data ${shellQuoted(config.data)}`]
}
