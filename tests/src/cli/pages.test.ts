import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { startMariadb, startPostgres } from '#tests/support/database-servers.ts'

let app: TestApp
let item_id: number
let folder: string

beforeEach(async () => {
  app = await createTestApp()
  item_id = await app.rows.newItem({ item_name: 'Orders', item_domain: 'orders' })
  app.rows.insert('item_token', { item_id, api_key: 'k', api_token: 't', addtime: 1 })
  folder = mkdtempSync(join(tmpdir(), 'docstead-cli-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** Runs a command on the data folder of the running server. */
async function command(words: string[], env: Record<string, string> = {}) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const textOf = (spy: typeof out) => spy.mock.calls.map(([chunk]) => String(chunk)).join('')
  try {
    const code = await runCommandLine([...words, '--data', app.data], { LANG: 'en', ...env })
    return { code, out: textOf(out), err: textOf(err) }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}

const comment = (title: string, more = '') => `/**\n * showdoc\n * @title ${title}\n * @url /x\n${more} */\n`

const write = (path: string, content: string | Buffer) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const titles = () => app.rows.all('page').map((row) => row['page_title'])

test('comments of a folder become pages, as the administrator, beside the server', async () => {
  app.uid('admin')
  write('a b/订单 one.php', comment('One'))
  write('deep/er/two.ts', comment('Two').replaceAll('\n', '\r\n'))
  write(
    'gbk.java',
    Buffer.concat([Buffer.from(comment('Three', ' * @remark ')), Buffer.from([0xd6, 0xd0, 0xce, 0xc4])]).subarray(0),
  )
  for (const skipped of ['node_modules/x.js', '.git/x.js', 'vendor/x.php', 'a.txt']) write(skipped, comment('Not'))
  write('binary.c', Buffer.from(`${comment('Not')}\0`))
  write('large.ts', comment('Not') + ' '.repeat(1_000_000))
  symlinkSync(folder, join(folder, 'loop'))

  const first = await command(['comments', folder, '--item', 'orders', '--folder', 'API'])
  expect(first.out.split('\n')).toEqual(
    expect.arrayContaining(['created\tAPI/One\ta b/订单 one.php:1', 'created\tAPI/Two\tdeep/er/two.ts:1']),
  )
  expect(first.err).toContain('skipped: 1')
  expect(titles()).not.toContain('Not')
  expect(app.rows.all('page')[0]).toMatchObject({ author_username: 'admin' })

  write('a b/订单 one.php', comment('One', ' * @remark new\n'))
  const again = await command(['comments', folder, '--item', String(item_id), '--folder', 'API', '--json'])
  expect(JSON.parse(again.out)).toMatchObject({ created: 0, updated: 1, too_large: 1 })
})

test('over the network with the key, from the environment or a file, and as a trial', async () => {
  write('a.go', '// showdoc\n// @title One\n// @url /x\n')
  const token = join(folder, 'token.txt')
  writeFileSync(token, 't\n')
  const env = { DOCSTEAD_URL: `${app.url}/`, DOCSTEAD_KEY: 'k', DOCSTEAD_TOKEN_FILE: token }
  expect(await command(['comments', folder, '--dry-run'], env)).toMatchObject({
    code: 0,
    out: 'created\tOne\ta.go:1\n',
    err: expect.stringContaining('Nothing was written'),
  })
  expect(titles()).toEqual([])
  expect((await command(['comments', folder], env)).code).toBe(0)
  expect(titles()).toEqual(['One'])
  const file = join(folder, 'a.sql')
  writeFileSync(file, 'CREATE TABLE a (b int)')
  const flags = ['--url', app.url, '--key', 'k', '--token', 't', '--title', 'T {table}']
  expect((await command(['dictionary', file, ...flags])).out).toBe(`created\tT a\t${file}\n`)
})

test('one title in two files, and a comment without a title: the code is 1 and both are named', async () => {
  app.uid('admin')
  write('a.ts', comment('Same'))
  write('b.ts', comment('Same', ' * @remark b\n') + '/** showdoc\n * @url /y\n */')
  const { code, err } = await command(['comments', folder, '--item', 'orders'])
  expect(code).toBe(1)
  expect(err).toContain('b.ts: “Same” was written twice')
  expect(err).toMatch(/b\.ts: Line 7: .*@title/)
  const zh = await command(['comments', folder, '--item', 'orders'], { LANG: 'zh_CN.UTF-8' })
  expect(zh.err).toContain('被写入两次')
})

test('a dictionary of SQL, of a dump with rows and of an SQLite file', async () => {
  app.uid('admin')
  const file = join(folder, 'shop.sql')
  writeFileSync(file, `INSERT INTO a VALUES ('CREATE TABLE evil (x int);');\nCREATE TABLE a (b int COMMENT '说明');\n`)
  expect(await command(['dictionary', file, '--item', 'orders', '--folder', 'D'])).toMatchObject({
    code: 0,
    out: `created\tD/a\t${file}\n`,
  })
  const path = join(folder, 'shop.db')
  const sqlite = new Database(path)
  sqlite.exec(
    'CREATE TABLE lite (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT); CREATE INDEX by_name ON lite (name)',
  )
  sqlite.close()
  expect((await command(['dictionary', path, '--item', 'orders'])).out).toBe(`created\tlite\t${path}\n`)
  expect(
    app.rows
      .all('page_content')
      .map((row) => row['page_content'])
      .join(),
  ).toContain('by_name')
  expect(titles()).toEqual(['a', 'lite'])
})

test('failures are one line that says what to do', async () => {
  const broken = join(folder, 'broken.sql')
  writeFileSync(broken, "INSERT INTO x VALUES (1);\n\nCREATE TABLE a (\n  b int COMMENT 'open\n);\n")
  const empty = join(folder, 'empty.sql')
  writeFileSync(empty, '')
  write('a.ts', comment('One'))
  const other = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const key = (url: string, token = 't') => ['--url', url, '--key', 'k', '--token', token]
  const archived = await app.rows.newItem({ is_archived: 1 })
  app.rows.insert('item_token', { item_id: archived, api_key: 'old', api_token: 't', addtime: 1 })
  const cases: [string[], number, RegExp][] = [
    [['comments', folder, '--item', 'orders'], 1, /no administrator/i],
    [['comments', folder, '--item', 'orders', '--as', 'nobody'], 1, /no user “nobody”/],
    [['comments', folder, '--item', 'orders', '--as', 'stranger'], 1, /password|permission/],
    [['comments', folder, '--item', 'none', '--as', 'owner'], 1, /./],
    [['comments', folder], 2, /--item/],
    [['comments', folder, '--item', 'orders', ...key(app.url)], 2, /--item/],
    [['comments', folder, '--url', 'nonsense', '--key', 'k', '--token', 't'], 2, /--url/],
    [['comments', join(folder, 'none'), ...key(app.url)], 1, /doesn’t exist/],
    [['comments', folder, ...key(app.url, 'wrong')], 1, /api_key and api_token/],
    [['comments', folder, ...key('http://127.0.0.1:1')], 1, /doesn’t answer/],
    [['comments', folder, ...key(elsewhere)], 1, /doesn’t answer as a Docstead site/],
    [['comments', folder, '--url', app.url, '--key', 'old', '--token', 't'], 1, /archived/],
    [['dictionary', broken, ...key(app.url)], 1, /Line 4 can’t be read: 'open/],
    [['dictionary', empty, ...key(app.url)], 1, /./],
    [['dictionary', join(folder, 'none.sql'), ...key(app.url)], 1, /doesn’t exist/],
    [['dictionary', 'postgres://nobody', ...key(app.url)], 2, /isn’t complete/],
    [['dictionary', 'postgres://me@127.0.0.1:1/a', ...key(app.url)], 1, /ECONNREFUSED/],
    [['dictionary', 'mysql://me@127.0.0.1:1/a', ...key(app.url)], 1, /ECONNREFUSED/],
    [['dictionary', `mysql://me@127.0.0.1/a?sslrootcert=${folder}/none.pem`, ...key(app.url)], 1, /none\.pem/],
  ]
  app.uid('stranger')
  for (const [words, code, line] of cases) {
    const result = await command(words)
    expect(result, words.join(' ')).toMatchObject({ code, out: '', err: expect.stringMatching(line) })
    expect(result.err.match(/\n/g), words.join(' ')).toHaveLength(1)
  }
  expect(titles()).toEqual([])
})

test('a folder that cannot be read is a problem of its own', async () => {
  app.uid('admin')
  write('a.ts', comment('One'))
  write('closed/b.ts', comment('Two'))
  chmodSync(join(folder, 'closed'), 0)
  onTestFinished(() => chmodSync(join(folder, 'closed'), 0o700))
  const { code, out, err } = await command(['comments', folder, '--item', 'orders'])
  // root reads everything
  const isRoot = process.getuid?.() === 0
  expect(out).toContain('One')
  expect({ code, mentioned: /closed: can’t be read/.test(err) }).toEqual({ code: isRoot ? 0 : 1, mentioned: !isRoot })
})

test('a folder of 10,000 files is read one by one', async () => {
  app.uid('admin')
  for (let at = 0; at < 100; at++) {
    mkdirSync(join(folder, `d${at}`))
    for (let file = 0; file < 100; file++) writeFileSync(join(folder, `d${at}`, `f${file}.ts`), '/** nothing */\n')
  }
  write('d50/last.ts', comment('Only'))
  const { code, out } = await command(['comments', folder, '--item', 'orders', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ files: 10_001, created: 1 })
}, 30_000)

// Where a server is not installed, the same is proved on recorded schemas: tests/src/features/sql-table/schema.test.ts
const postgresTables = [
  'CREATE TABLE customer (id serial PRIMARY KEY, email varchar(80) NOT NULL UNIQUE)',
  "CREATE TABLE purchase (id bigint PRIMARY KEY, customer_id int NOT NULL REFERENCES customer(id), state text DEFAULT 'new')",
  "COMMENT ON TABLE purchase IS 'what was bought: 订单'",
  "COMMENT ON COLUMN purchase.state IS 'where it stands | new'",
]
const mariadbTables = [
  'CREATE TABLE customer (id int AUTO_INCREMENT PRIMARY KEY, email varchar(80) NOT NULL UNIQUE)',
  "CREATE TABLE purchase (id bigint PRIMARY KEY, customer_id int NOT NULL, state varchar(20) DEFAULT 'new' COMMENT 'where it stands | new', FOREIGN KEY (customer_id) REFERENCES customer(id)) COMMENT 'what was bought: 订单'",
]

async function runPostgres(address: string, statements: readonly string[]) {
  const { default: pg } = await import('pg')
  const client = new pg.Client(address)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
async function runMariadb(address: string, statements: readonly string[]) {
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection(address)
  for (const statement of statements) await connection.query(statement)
  await connection.end()
}

test.for([
  {
    name: 'PostgreSQL',
    start: startPostgres,
    run: runPostgres,
    tables: postgresTables,
    type: 'character varying(80)',
    change: ["COMMENT ON TABLE purchase IS 'what somebody bought: 订单'"],
  },
  {
    name: 'MariaDB',
    start: startMariadb,
    run: runMariadb,
    tables: mariadbTables,
    type: 'varchar(80)',
    change: ["ALTER TABLE purchase COMMENT = 'what somebody bought: 订单'"],
  },
])('a live database: $name', { timeout: 60_000 }, async ({ name, start, run, tables, change, type }, { skip }) => {
  const server = (await start()) ?? skip(`${name} is not installed`)
  onTestFinished(server.stop)
  await run(server.address, tables)
  app.uid('admin')
  const read = async () => {
    const { code, out, err } = await command(['dictionary', server.address, '--item', 'orders', '--json'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).not.toContain('good')
    return JSON.parse(out)
  }
  const text = () =>
    app.rows
      .all('page_content')
      .map((row) => String(row['page_content']))
      .join('\n')
  expect(await read()).toMatchObject({ created: 2, updated: 0, problems: [] })
  expect(titles()).toHaveLength(2)
  for (const word of ['what was bought: 订单', 'where it stands \\| new', 'customer_id', 'bigint', 'email', type])
    expect(text()).toContain(word)
  expect(await read()).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  await run(server.address, change)
  expect(await read()).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
  expect(text()).toContain('what somebody bought')
  const wrong = await command(['dictionary', server.address.replace('good', 'bad'), '--item', 'orders'])
  expect(wrong.code).toBe(1)
  expect(wrong.err).not.toContain('bad')
})
