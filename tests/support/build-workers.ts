// Bundles the worker threads once for all tests. Started from the sources, each worker strips their types by itself,
// which costs five times the processor time.
import { globSync } from 'node:fs'
import { build } from 'esbuild'
import { root } from '#build/paths.ts'
import { bundledAs } from '#build/server.ts'
import { workersFolder } from './worker-entry.ts'

/** Called by vitest before the tests of a project. */
export async function setup(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: globSync('src/**/*-worker.ts', { cwd: root }),
    entryNames: '[name]',
    outdir: workersFolder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    // their addons are found from their packages
    external: ['better-sqlite3', 'argon2'],
    format: 'cjs',
    target: 'node24',
    logLevel: 'error',
    alias: bundledAs,
    define: { 'process.env.DOCSTEAD_BUNDLED': '"1"', 'import.meta.dirname': '__dirname' },
  })
}
