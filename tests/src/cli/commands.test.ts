import { afterEach, expect, test, vi } from 'vitest'
import { type Command, commandWords, parseInvocation } from '#src/cli/command.ts'
import { helpText, runCommandLine } from '#src/cli/commands.ts'

const about = { en: 'about', zh: '说明' }
const add: Command = { usage: 'thing add NAME [--admin] [--name TEXT]', about, run: () => {} }
const plain: Command = { usage: 'plain', about, run: () => {} }
const parse = (command: Command, ...args: string[]) => parseInvocation(command, args, 'en', {})

afterEach(() => vi.restoreAllMocks())

test('the words of a command end at its argument and its options', () => {
  expect(commandWords(add)).toEqual(['thing', 'add'])
  expect(commandWords(plain)).toEqual(['plain'])
})

test('a command takes the options of its usage, the settings and --json', () => {
  const { argument, flags, switches, json } = parse(add, '--name', '-x', '--admin', 'mei', '--data=/srv', '--json')
  expect({ argument, flags: [...flags], switches: [...switches], json }).toEqual({
    argument: 'mei',
    flags: [
      ['name', '-x'],
      ['data', '/srv'],
    ],
    switches: ['admin', 'json'],
    json: true,
  })
  expect(parse(add, '--', '--admin').argument).toBe('--admin')
  expect(parse(add, '-').argument).toBe('-')
})

test.each([
  [add, [], 'nameMissing', { what: 'thing add NAME' }],
  [add, ['a', 'b'], 'unknownCommand', { command: 'b' }],
  [plain, ['a'], 'unknownCommand', { command: 'a' }],
  [plain, [''], 'unknownCommand', { command: '' }],
  [plain, ['--admin'], 'unknownFlag', { flag: '--admin' }],
  [plain, ['--port'], 'flagNeedsValue', { flag: '--port' }],
  [plain, ['--json=1'], 'unknownFlag', { flag: '--json=1' }],
  [plain, ['-ab'], 'unknownFlag', { flag: '-ab' }],
  [plain, ['-json'], 'unknownFlag', { flag: '-json' }],
  [plain, ['--constructor'], 'unknownFlag', { flag: '--constructor' }],
])('%j with %j: %s', (command, args, text, values) => {
  expect(() => parse(command, ...args)).toThrow(expect.objectContaining({ text, values, exitCode: 2 }))
})

test('the help lists a command a line, and an unknown command is code 2', async () => {
  expect(helpText('en').split('\n')).toContain(`${'docstead version'.padEnd(94)}Show the version`)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await runCommandLine(['user', 'burn'], {})).toBe(2)
  expect(await runCommandLine(['user'], {})).toBe(2)
  expect(await runCommandLine(['help', 'burn'], {})).toBe(2)
  expect(written.mock.calls.map(([line]) => line)).toEqual([
    expect.stringContaining('“user burn”'),
    expect.stringContaining('“user”'),
    expect.stringContaining('“burn”'),
  ])
})

test('the columns of the help are apart, however long a name is, and below each other', () => {
  for (const lang of ['en', 'zh'] as const) {
    const [commands = '', settings = ''] = helpText(lang).split(/\n\n(?=--)/)
    const rows = settings.split('\n').map((line) => /^(--[a-z-]+ +)([A-Z_]+ +)\S/.exec(line))
    expect(rows.every((row) => row !== null)).toBe(true)
    expect(new Set(rows.map((row) => row?.[0].length))).toHaveLength(1)
    const begins = commands.split('\n').flatMap((line) => /^docstead \S+ +(?=\[|[A-Z]{2})/.exec(line)?.[0].length ?? [])
    expect(new Set(begins)).toHaveLength(1)
  }
})

test('help prints the guide of the administrator in the language of the terminal, and the usage of a command', async () => {
  const printed = async (args: string[], lang: string) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      expect(await runCommandLine(args, { LC_ALL: lang })).toBe(0)
      return write.mock.calls.join('')
    } finally {
      write.mockRestore()
    }
  }
  expect(await printed(['help', 'guide'], 'en')).toMatch(
    /^# Install, back up, update\n[^]*\n## Go back to the previous version\n/,
  )
  expect(await printed(['help', 'guide'], 'zh_CN.UTF-8')).toMatch(/^# 安装、备份与更新\n[^]*\n## 退回原版本\n/)
  expect(await printed(['help', 'backup'], 'en')).toMatch(
    /^docstead backup \[FILE\] [^]*\ndocstead backup verify FILE\n/,
  )
  for (const words of [
    ['help', 'export'],
    ['export', '--help'],
    ['export', '12', '-h'],
  ])
    expect(await printed(words, 'en'), words.join(' ')).toMatch(/^docstead export ITEM .* \[--base-url URL\]\n/)
  expect(await printed(['user', 'add', '--help'], 'en')).toMatch(/^docstead user add NAME /)
  expect(await printed(['-h'], 'en')).toBe(await printed(['help'], 'en'))
})
