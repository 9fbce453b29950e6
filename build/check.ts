// `npm run check`: everything that can be checked without a build or a browser. `npm test` calls it with `--steps FILE`, which
// writes the counts to FILE, and `--without-tests`: it runs them together with its others.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#build/paths.ts'
import { runTasks, type Task } from '#build/task-runner.ts'

const tool = (name: string, ...args: string[]): Task['args'] => [
  join(root, 'node_modules', ...name.split('/')),
  ...args,
]

/** Returns a step that runs one of our scripts; none while the script does not exist. */
const script = (name: string, path: string, ...args: string[]): Task[] =>
  existsSync(join(root, path)) ? [{ name, command: process.execPath, args: [path, ...args] }] : []

const node = process.execPath

/**
 * Checks the types of a project incrementally. One checker each, for the two projects run in parallel: with four, the
 * default, each derives the types of the contract for itself, and the web's check takes 25 s of processor time instead
 * of 11.
 */
const types = (name: string, project: string): Task => ({
  name: `types: ${name}`,
  command: node,
  args: [
    ...tool('typescript/bin/tsc', '-p', project, '--checkers', '1', '--incremental'),
    '--tsBuildInfoFile',
    join(root, `test-results/types-${name}.tsbuildinfo`),
  ],
})

const groups = (withTests: boolean): Task[][] => [
  [
    types('web', 'web/tsconfig.json'),
    types('server', 'tsconfig.json'),
    { name: 'lint', command: node, args: tool('oxlint/bin/oxlint', '--deny-warnings') },
    { name: 'format and order of imports', command: node, args: tool('@biomejs/biome/bin/biome', 'check') },
    {
      name: 'floating promises',
      command: node,
      args: tool('@biomejs/biome/bin/biome', 'lint', '--config-path=build/floating-promises.json'),
    },
    ...script('generated files', 'scripts/docs.ts', '--check'),
    ...script('languages', 'scripts/check-locales.ts'),
  ],
  withTests
    ? [
        {
          name: 'unit and API tests',
          command: node,
          args: tool('vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'web', '--project', 'web-mocked'),
        },
      ]
    : [],
]

const { values } = parseArgs({ options: { steps: { type: 'string' }, 'without-tests': { type: 'boolean' } } })
const startedMs = Date.now()
mkdirSync(join(root, 'test-results'), { recursive: true })
const tasks = groups(!values['without-tests'])
const failed = await runTasks(tasks)
const total = tasks.flat().length
if (values.steps) writeFileSync(values.steps, JSON.stringify({ passed: total - failed.length, failed: failed.length }))
const seconds = ((Date.now() - startedMs) / 1000).toFixed(0)
process.stdout.write(
  failed.length === 0 ? `check: all well, ${seconds} s\n` : `check: failed: ${failed.join(', ')}, ${seconds} s\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1
