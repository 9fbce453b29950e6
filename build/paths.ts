import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder that contains package.json. */
export const root = join(import.meta.dirname, '..')

/** The folder for all build output. */
export const dist = join(root, 'dist')

/** Version information of a build. */
type BuildInfo = {
  version: string
  /** Short hash of the commit, or 'unknown' outside a repository. */
  commit: string
  /** When the commit was made, ISO 8601, or the empty string outside a repository. */
  date: string
}

/** Returns version, commit and date of the current sources. */
export function buildInfo(): BuildInfo {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  // a build in a container has no repository: the environment provides the commit
  const { DOCSTEAD_COMMIT, DOCSTEAD_COMMIT_DATE } = process.env
  if (DOCSTEAD_COMMIT) return { version, commit: DOCSTEAD_COMMIT, date: DOCSTEAD_COMMIT_DATE ?? '' }
  const [commit = '', date = ''] = git('log', '-1', '--format=%h %cI').split(' ')
  return { version, commit: commit || 'unknown', date }
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
