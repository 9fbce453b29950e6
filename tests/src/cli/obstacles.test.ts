import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './run-command.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-obstacle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Expects a start to be rejected with one line that names `things`. */
async function expectRejected(args: string[], things: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { code, stdout, stderr } = await runCommand(['serve', '--port', '0', ...args], { env })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  for (const thing of things) expect(stderr).toContain(thing)
}

const moveAway = (what: string) => `Move the ${what} away, or choose another data folder with --data.`

/** The files of a folder with their checksums, and its folders. */
const contentOf = (data: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(data, { recursive: true, withFileTypes: true })
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name)
        return [path, entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder']
      })
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )

const commands = [['user', 'list'], ['token', 'add', 'admin'], ['captcha', 'x'], ['reindex']]

test('a data folder that is a file, or inside one, is named by every command and left unchanged', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, 'mine')
  await expectRejected(['--data', file], [file, 'is a file', '--data'])
  for (const command of commands)
    expect(await runCommand([...command, '--data', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} is a file, but Docstead needs a folder there. ${moveAway('file')}\n`,
    })
  const examined = await runCommand(['doctor', '--data', file])
  expect(examined).toMatchObject({ code: 1, stderr: '' })
  expect(examined.stdout).toContain(`${file} is a file`)
  expect((await runCommand(['config', 'print', '--data', file])).code).toBe(0)
  await expectRejected(['--data', join(file, 'deeper')], [join(file, 'deeper')])
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test
  .runIf(process.platform === 'linux')
  .each(['/proc/docstead', '/proc/docstead/deeper', '/sys/docstead', '/dev/null/x'])(
  'no data folder can be created at %s',
  async (data) => {
    await expectRejected(['--data', data], [data])
  },
)

test.each(['{ "port": ', '', '[]', 'null', '"text"'])('the configuration file is damaged: %j', async (text) => {
  const folder = newFolder()
  const file = join(folder, 'config.json')
  writeFileSync(file, text)
  await expectRejected(['--data', join(folder, 'data'), '--config', file], [file])
})

test('the configuration file has a key that does not exist', async () => {
  const data = newFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify({ prot: 1 }))
  await expectRejected(['--data', data], ['config.json', 'prot'])
})

test('the configuration file is missing, or is a folder; the file of a variable is missing', async () => {
  const folder = newFolder()
  await expectRejected(['--config', join(folder, 'none.json')], [join(folder, 'none.json')])
  await expectRejected(['--config', folder], [folder])
  const { code, stderr } = await runCommand(['serve', '--data', folder], {
    env: { DOCSTEAD_PORT_FILE: join(folder, 'none') },
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).toContain('DOCSTEAD_PORT_FILE')
})

test.each(commands.map((command) => [command]))('%j creates no database in an empty file', async (command) => {
  const data = newFolder()
  writeFileSync(join(data, 'docstead.db'), '')
  const done = await runCommand([...command, '--data', data])
  expect(done).toMatchObject({ code: 1, stdout: '' })
  expect(done.stderr).toContain('There is no database')
  expect(statSync(join(data, 'docstead.db')).size).toBe(0)
})

test.each(commands.map((command) => [command]))('%j does not create a data folder by mistake', async (command) => {
  const data = join(newFolder(), 'typo')
  const { code, stderr } = await runCommand([...command, '--data', data])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).toContain(data)
  expect(() => statSync(data)).toThrow('ENOENT')
})

test.each(['uploads', 'uploads/incoming', 'backups'])('%s in a data folder is a file', async (name) => {
  const data = newFolder()
  if (name.includes('/')) mkdirSync(join(data, 'uploads'))
  const path = join(data, name)
  writeFileSync(path, 'mine')
  const before = contentOf(data)
  await expectRejected(['--data', data], [`${path} is a file`, moveAway('file')])
  const added = await runCommand(['user', 'add', 'me', '--password-stdin', '--data', data], {
    stdin: 'four old bridges',
  })
  expect(added).toMatchObject({ code: 1, stdout: '' })
  expect(added.stderr).toContain(`${path} is a file`)
  expect((await runCommand(['doctor', '--data', data])).stdout).toContain(`${path} is a file`)
  expect(contentOf(data)).toEqual(before)
})

test.each(['docstead.db', 'docstead.db-wal', 'run.lock', 'run.json'])('%s is a folder', async (name) => {
  const data = newFolder()
  const path = join(data, name)
  mkdirSync(path)
  const before = contentOf(data)
  await expectRejected(['--data', data], [`${path} is a folder`, moveAway('folder')])
  expect((await runCommand(['user', 'list', '--data', data])).stderr).toContain(`${path} is a folder`)
  expect((await runCommand(['doctor', '--data', data])).stdout).toContain(`${path} is a folder`)
  expect(contentOf(data)).toEqual(before)
})

test('an invalid lock file', async () => {
  const data = newFolder()
  writeFileSync(join(data, 'run.lock'), 'somebody wrote a note of more than a few bytes into this file')
  const before = contentOf(data)
  await expectRejected(['--data', data], [join(data, 'run.lock'), 'cannot be used', 'remove it'])
  expect(contentOf(data)).toEqual(before)
})
