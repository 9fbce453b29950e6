import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '#build/paths.ts'

/** A platform that an executable is built for, in Node's terms. */
export type Platform = { os: 'linux' | 'win32' | 'darwin'; arch: 'x64' | 'arm64' }

/** The platform of this machine. */
export const thisPlatform = { os: process.platform, arch: process.arch } as Platform

const argon2Names: Record<string, string> = { x64: 'argon2.glibc.node', arm64: 'argon2.armv8.glibc.node' }

/** Returns the addons that the server needs on `platform`: name without `.node` -> file in node_modules. */
function addonsOf(platform: Platform): Record<string, string> {
  const { os, arch } = platform
  const modules = join(root, 'node_modules')
  return {
    'better-sqlite3': join(modules, 'better-sqlite3', 'prebuilds', `${os}-${arch}.node`),
    argon2: join(modules, 'argon2', 'prebuilds', `${os}-${arch}`, argon2Names[arch] ?? ''),
  }
}

/** Copies the addons for `platform` into `folder`; a running server keeps the file it has open. */
export function copyAddons(platform: Platform, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, file] of Object.entries(addonsOf(platform))) {
    const target = join(folder, `${name}.node`)
    copyFileSync(file, `${target}.new`)
    rmSync(target, { force: true })
    renameSync(`${target}.new`, target)
  }
}

/**
 * Bundles better-sqlite3 and argon2 whole, and makes `native-loader.cjs` load their addons from `native/` next to the
 * bundle: the packages would look for them in a node_modules that an executable does not have.
 */
export const nativeAddons: Plugin = {
  name: 'native-addons',
  setup(build) {
    const loader = JSON.stringify(join(root, 'build', 'native-loader.cjs'))
    const modules: Record<string, string> = {
      'better-sqlite3': `const { loadAddon } = require(${loader})
        module.exports = require('better-sqlite3-database')(() => loadAddon('better-sqlite3'), false)
        module.exports.SqliteError = require('better-sqlite3-error')`,
      // argon2 loads its addon as soon as it is required, possibly before the database is opened: defer that to the
      // first hash
      'node-gyp-build': `const { loadAddon } = require(${loader})
        module.exports = () => ({ hash: (...args) => loadAddon('argon2').hash(...args) })`,
    }
    const files: Record<string, string> = {
      'better-sqlite3-database': 'database.js',
      'better-sqlite3-error': 'sqlite-error.js',
    }
    build.onResolve({ filter: /^(better-sqlite3|node-gyp-build)$/ }, ({ path }) => ({ path, namespace: 'addon' }))
    build.onResolve({ filter: /^better-sqlite3-(database|error)$/ }, ({ path }) => ({
      path: join(root, 'node_modules', 'better-sqlite3', 'lib', files[path] ?? ''),
    }))
    build.onLoad({ filter: /.*/, namespace: 'addon' }, ({ path }) => ({
      contents: modules[path] ?? '',
      loader: 'js',
      resolveDir: root,
    }))
  },
}
