// Bundles the worker threads once for all tests. Started from the sources, each worker strips their types by itself,
// which costs five times the processor time. The program is bundled too, for tests that run it as a process.
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { newestChange } from '#build/build-cache.ts'
import { root } from '#build/paths.ts'
import { bundledAs, separateParts, workerEntries } from '#build/server.ts'
import { compiledFolder, startsFolder, workersFolder } from './worker-entry.ts'

const stamp = join(workersFolder, '.built')
const sources = ['src', 'migrations', 'build', 'tests/support', 'package-lock.json'].map((path) => join(root, path))

/** Whether the bundles are those of the sources: several projects, and runs after one another, need the same. */
const isFresh = (): boolean =>
  (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Math.max(...sources.map(newestChange))

/** Called by vitest before the tests of a project. */
export async function setup(): Promise<void> {
  if (isFresh()) return
  const startedMs = Date.now()
  const entryPoints = ['src/main.ts', ...workerEntries()]
  await build({
    absWorkingDir: root,
    entryPoints,
    entryNames: '[name]',
    outdir: workersFolder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    // their addons are found from their packages
    external: ['better-sqlite3', 'argon2'],
    format: 'cjs',
    target: 'node24',
    // V8 holds a script that has any other character in two bytes for each
    charset: 'ascii',
    logLevel: 'error',
    alias: bundledAs,
    plugins: [separateParts],
    supported: { 'dynamic-import': false },
    define: { 'process.env.DOCSTEAD_BUNDLED': '"1"', 'import.meta.dirname': '__dirname' },
  })
  // hundreds of threads run the same bundles: V8 compiles their functions once
  rmSync(compiledFolder, { recursive: true, force: true })
  mkdirSync(startsFolder, { recursive: true })
  for (const path of entryPoints) {
    const name = `${basename(path, '.ts')}.cjs`
    writeFileSync(
      join(startsFolder, name),
      `require('node:module').enableCompileCache(${JSON.stringify(compiledFolder)})\nrequire('../${name}')\n`,
    )
  }
  writeFileSync(`${stamp}.new`, '')
  utimesSync(`${stamp}.new`, startedMs / 1000, startedMs / 1000)
  renameSync(`${stamp}.new`, stamp)
}
