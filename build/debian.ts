import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether packages of Debian can be installed here: as root, with apt-get. */
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs packages of Debian without what they recommend. Test files that run side by side wait for one another.
 *
 * @throws {Error} when apt-get fails
 */
export async function installPackages(...packages: readonly string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64e6 }
  const aptGet = (...args: string[]) => run('flock', [join(tmpdir(), 'docstead-apt.lock'), 'apt-get', ...args], options)
  await aptGet('update', '-qq')
  await aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** Returns the version of a package of Debian; undefined when it is not installed. */
export const installedVersion = (debianPackage: string): Promise<string | undefined> =>
  run('dpkg-query', ['--show', '--showformat', '${Version}', debianPackage]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )

/** Returns the path of a program, also of one for administrators; undefined when it is missing. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].filter(Boolean)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Returns the path of a program, installing its packages when it is missing; undefined when that is not possible. */
export async function ensureProgram(name: string, ...packages: readonly string[]): Promise<string | undefined> {
  const found = findProgram(name)
  if (found || !canInstall()) return found
  try {
    await installPackages(...packages)
  } catch {
    return undefined // no network, or no such package
  }
  return findProgram(name)
}
