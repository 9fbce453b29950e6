import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist, root } from '#build/paths.ts'

const stamp = join(dist, '.built')
const outputs = ['main.cjs', join('web', 'manifest.json')].map((name) => join(dist, name))
const sources = ['src', 'web', 'migrations', 'build', 'patches', 'package.json', 'package-lock.json'].map((name) =>
  join(root, name),
)

/**
 * Returns the newest modification time at or under `path`, in ms; folders count, so that a deleted file is a change; 0
 * when missing.
 */
export function newestChange(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), stat.mtimeMs)
}

/** Whether dist/ lacks something or is older than its sources. */
export function isStale(): boolean {
  if (!existsSync(stamp) || !outputs.every((path) => existsSync(path))) return true
  const builtMs = statSync(stamp).mtimeMs
  return sources.some((path) => newestChange(path) > builtMs)
}

/** Records that dist/ was built from the sources as they were at `startedMs`, just before the build read them. */
export function markBuilt(startedMs: number): void {
  mkdirSync(dist, { recursive: true })
  writeFileSync(stamp, '')
  utimesSync(stamp, startedMs / 1000, startedMs / 1000)
}

/** Records that dist/ no longer contains the output of a build. */
export function markStale(): void {
  rmSync(stamp, { force: true })
}
