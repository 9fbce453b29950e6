import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '#build/paths.ts'

let folder: string

/** Runs `build/cli.mjs` of the copy in `folder`. */
const run = (args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'build', 'cli.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: '', DOCSTEAD_LOCK_HELD: '', ...env },
  })
  return { status, stdout, stderr }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docstead run '))
  mkdirSync(join(folder, 'build'))
  cpSync(join(root, 'build', 'cli.mjs'), join(folder, 'build', 'cli.mjs'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('rejects an unknown command with a one-line usage error', () => {
  const { status, stdout, stderr } = run(['fly'])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^docstead: unknown command 'fly'; one of: start, .*\n$/)
})

test('reports packages that cannot be fetched in one clear line', () => {
  const entry = { version: '1.0.0', resolved: 'http://127.0.0.1:1/gone.tgz', integrity: 'sha512-AAAA' }
  const packages = { '': { dependencies: { gone: '1.0.0' } }, 'node_modules/gone': entry }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { gone: '1.0.0' } }),
  )
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, packages }),
  )
  writeFileSync(join(folder, 'build', 'check.ts'), '')
  const { status, stdout, stderr } = run(['check'], {
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.split('\n')).toEqual([
    'docstead: installing packages (npm ci)',
    'docstead: npm ci cannot reach the package registry (ECONNREFUSED); check network and proxy, then try again',
    '',
  ])
  expect(existsSync(join(folder, 'dist', '.lock'))).toBe(false)
})

describe('with packages and a build', () => {
  beforeEach(() => {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    writeFileSync(join(folder, 'build', 'build.ts'), "console.log('build', process.argv.slice(2).join(' '))")
    mkdirSync(join(folder, 'dist'))
  })

  test('docstead passes on arguments, standard output and the exit code', () => {
    writeFileSync(join(folder, 'dist', 'main.cjs'), 'console.log(process.argv.slice(2).join("|")); process.exit(7)')
    const { status, stdout, stderr } = run(['docstead', 'token', 'add', 'a b'])
    expect({ status, stdout, stderr }).toEqual({ status: 7, stdout: 'token|add|a b\n', stderr: 'build --if-stale\n' })
  })

  test('start serves with the given flags', () => {
    writeFileSync(join(folder, 'dist', 'main.cjs'), 'console.log(process.argv.slice(2).join("|"), process.version)')
    expect(run(['start', '--port', '5000']).stdout).toBe(`serve|--port|5000 ${process.version}\n`)
  })

  test('takes over a lock whose owner is gone, and releases it', () => {
    writeFileSync(join(folder, 'dist', 'main.cjs'), '')
    writeFileSync(join(folder, 'dist', '.lock'), '999999999')
    expect(run(['docstead']).status).toBe(0)
    expect(existsSync(join(folder, 'dist', '.lock'))).toBe(false)
  })

  test('a failed build ends the command before it starts', () => {
    writeFileSync(join(folder, 'dist', 'main.cjs'), 'console.log("ran")')
    writeFileSync(join(folder, 'build', 'build.ts'), 'process.exit(1)')
    expect(run(['docstead'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'docstead: the build failed; its message stands above\n',
    })
  })
})
