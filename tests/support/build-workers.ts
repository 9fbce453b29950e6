// Bundles the worker threads once for all tests. Started from the sources, each worker strips their types by itself,
// which costs five times the processor time.
import { build } from 'esbuild'
import { root } from '#build/paths.ts'
import { bundledAs, separateParts, workerEntries } from '#build/server.ts'
import { workersFolder } from './worker-entry.ts'

/** Called by vitest before the tests of a project. */
export async function setup(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: workerEntries(),
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
    plugins: [separateParts],
    supported: { 'dynamic-import': false },
    define: { 'process.env.DOCSTEAD_BUNDLED': '"1"', 'import.meta.dirname': '__dirname' },
  })
}
