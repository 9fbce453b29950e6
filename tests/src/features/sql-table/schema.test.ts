import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { buildTablePage } from '#src/features/open-api/dictionary.ts'
import { parseDatabaseAddress } from '#src/features/sql-table/live-schema.ts'
import { writePostgresSchema } from '#src/features/sql-table/postgres-schema.ts'
import { readSchemaStatements, schemaStatements } from '#src/features/sql-table/schema-statements.ts'
import { parseSchema, type Table } from '#src/features/sql-table/tables.ts'

const dump = (name: string) => readFileSync(new URL(`../../../fixtures/sql/${name}`, import.meta.url), 'utf8')

const tableOf = (sql: string, name?: string): Table => {
  const { tables, broken } = parseSchema(schemaStatements(sql).sql)
  expect(broken).toBeUndefined()
  const table = tables.find((one) => name === undefined || one.name === name)
  if (!table) throw new Error(`no table ${name}`)
  return table
}

const column = (table: Table, name: string) => table.columns.find((one) => one.name === name)

test('a dump of MySQL: types, keys, rules, comments and options', () => {
  const table = tableOf(dump('mysql-dump.sql'), 'member')
  expect(table).toMatchObject({
    comment: '会员表 members',
    engine: 'InnoDB',
    collation: 'utf8mb4_general_ci',
    notes: [],
  })
  expect(table.columns).toMatchObject([
    { name: 'id', type: 'int (10) unsigned', isNullable: false, extra: 'AUTO_INCREMENT', comment: '主键 | id' },
    { name: 'nick', isNullable: true, comment: String.raw`it's "the" nick\nname \ slash` },
    { name: 'state', type: "enum ('on','off','it''s')", fallback: 'on' },
    { name: 'total', extra: 'GENERATED ALWAYS AS (octet_length(`nick`)) STORED' },
    { name: 'made_at', fallback: 'current_timestamp()', extra: 'ON UPDATE current_timestamp()' },
  ])
  expect(table.indexes).toMatchObject([
    { name: 'PRIMARY', isUnique: true, columns: 'id' },
    { name: 'uk_nick', isUnique: true, type: 'BTREE', columns: 'nick(10)', comment: 'by nick' },
    { name: 'two', isUnique: false, columns: 'state, nick' },
    { name: 'ft', type: 'FULLTEXT', columns: 'nick' },
  ])
  expect(table.constraints).toEqual(["CONSTRAINT `chk` CHECK (`nick` <> '')"])
  expect(tableOf(dump('mysql-dump.sql'), 'order').constraints).toEqual([
    'CONSTRAINT `fk` FOREIGN KEY (`member_id`) REFERENCES `member` (`id`) ON DELETE SET NULL ON UPDATE CASCADE',
  ])
  expect(tableOf(dump('mysql-dump.sql'), 'log').options).toContain('PARTITION BY RANGE')
})

test('a dump of PostgreSQL: what ALTER TABLE, CREATE INDEX, CREATE TYPE and COMMENT say', () => {
  const sql = dump('postgresql-dump.sql')
  expect(parseSchema(schemaStatements(sql).sql).tables.map((table) => table.name)).toEqual([
    'billing.invoice',
    'public.logs',
    'public.logs_2020',
    'public.people',
  ])
  const table = tableOf(sql, 'public.people')
  expect(table.comment).toBe('人员表 "people" | all')
  expect(column(table, 'id')).toMatchObject({ isNullable: false, extra: expect.stringContaining('AS IDENTITY') })
  expect(column(table, 'name')).toMatchObject({
    fallback: 'C:\\',
    extra: 'COLLATE pg_catalog."C"',
    comment: "the name; with ; and ' and \\ and\ntwo lines",
  })
  expect(column(table, 'mood')).toMatchObject({ extra: "enum ('sad', 'it''s ok', 'happy')" })
  expect(column(table, 'Weird Name')).toMatchObject({ type: 'numeric (8,2)', comment: 'weird' })
  expect(table.indexes).toMatchObject([
    { name: 'people_pkey', isUnique: true, columns: 'id' },
    {
      name: 'people_name',
      isUnique: true,
      type: 'BTREE',
      columns: 'lower(name)',
      comment: expect.stringContaining('WHERE'),
    },
  ])
  expect(column(tableOf(sql, 'billing.invoice'), 'no')?.fallback).toContain('nextval')
})

test('a dump of SQLite: comments beside columns, and what the engine adds', () => {
  const table = tableOf(dump('sqlite-dump.sql'), 'user')
  expect(table.options).toBe('STRICT')
  expect(table.columns).toMatchObject([
    { name: 'uid', extra: 'PRIMARY KEY AUTOINCREMENT', isNullable: false, comment: 'the 用户 id' },
    { name: 'name', fallback: 'x', extra: 'COLLATE NOCASE', comment: 'shown' },
    { name: 'v', extra: 'AS (uid+1)' },
  ])
  expect(table.indexes).toMatchObject([
    { name: '', isUnique: true, columns: 'name' },
    { name: 'byname', isUnique: false, columns: 'name DESC', comment: "WHERE name<>''" },
  ])
})

test('what phpMyAdmin writes: keys and types in later statements', () => {
  const table = tableOf(`CREATE TABLE \`a\` (\`id\` int(11) NOT NULL COMMENT 'the id', \`b\` int);
    ALTER TABLE \`a\` ADD PRIMARY KEY (\`id\`), ADD KEY \`by_b\` (\`b\`);
    ALTER TABLE \`a\` MODIFY \`id\` int(11) NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=5;`)
  expect(table.columns[0]).toMatchObject({ name: 'id', extra: 'AUTO_INCREMENT', comment: 'the id' })
  expect(table.indexes.map((index) => index.name)).toEqual(['PRIMARY', 'by_b'])
})

test('comments above tables and columns, and those that MySQL hides from others', () => {
  const table = tableOf(`-- far away

    -- of all members
    -- in two lines
    CREATE TABLE a (
      -- above it
      id int /*!80023 INVISIBLE */, -- beside it
      b int COMMENT 'own' -- more
      /* at the end */
    ) /* behind */;`)
  expect(table.notes).toEqual(['of all members', 'in two lines', 'at the end', 'behind'])
  expect(table.columns).toMatchObject([
    { comment: 'beside it', notes: ['above it'], extra: 'INVISIBLE' },
    { comment: 'own', notes: ['more'] },
  ])
})

test.each([
  ['CREATE TABLE a (\n  id int,\n  b varchar(10\n;\nCREATE TABLE c (d int);', 4],
  ['CREATE TABLE ok (a int);\n\nCREATE TABLE a (\n  id int', 3],
  ["CREATE TABLE a (\n  id int COMMENT 'never closed,\n  b int\n);", 2],
  ['CREATE TABLE a (\n  id int,\n  , b int)', 3],
  ['CREATE TABLE (id int)', 1],
])('%j is broken in line %i', (sql, line) => {
  expect(parseSchema(sql).broken).toMatchObject({ line, near: expect.any(String) })
})

test('tables without columns are reported, and not taken for broken', () => {
  expect(parseSchema('CREATE TABLE a AS SELECT 1;\nCREATE TABLE b (c int);')).toMatchObject({
    tables: [{ name: 'b' }],
    broken: undefined,
    skipped: [{ line: 1, name: 'a' }],
  })
})

test('rows of a dump are skipped while they arrive, also when they look like statements', async () => {
  const copied = 'COPY public.a (x) FROM stdin;\nCREATE TABLE evil (x int);\n\\.\n\n'
  const rows = `INSERT INTO \`a\` VALUES ('CREATE TABLE evil (x int);'),\n('it\\'s; --');\n`
  const text = [
    '-- MySQL dump',
    ...Array.from({ length: 20_000 }, () => rows),
    copied,
    '-- about a\nCREATE TABLE a (\n  x int /* ; */\n);\n',
    "CREATE TABLE b (\n  y int DEFAULT 'unclosed\n);\n",
  ].join('\n')
  const { sql, lineOf } = await readSchemaStatements(Readable.from([Buffer.from(text)]))
  expect(sql.length).toBeLessThan(1000)
  const { tables, broken } = parseSchema(sql)
  expect(tables.map((table) => table.name)).toEqual(['a', 'b'].slice(0, tables.length))
  expect(sql).not.toContain('evil')
  expect(text.split('\n')[lineOf(broken?.line ?? 0) - 1]).toContain('unclosed')
})

test.each(['mysql-dump.sql', 'postgresql-dump.sql', 'sqlite-dump.sql'])(
  '%s: the filter keeps every table',
  async (name) => {
    // in pieces that cut characters and words
    const bytes = Buffer.from(dump(name))
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
    const { sql } = await readSchemaStatements(Readable.from(pieces))
    expect(parseSchema(sql).tables.length).toBeGreaterThan(0)
    expect(parseSchema(sql).tables).toEqual(parseSchema(schemaStatements(dump(name)).sql).tables)
    // what was kept is kept again
    expect(schemaStatements(sql).sql.trim()).toBe(sql.trim())
  },
)

test('the schema of a live PostgreSQL database reads as its dump does', () => {
  const about = { oid: '1', name: 'public.people', collation: null, table_about: "'all | people'", partition_key: null }
  const plain = { ...about, identity: '', generated: '', fallback: null, about: null, is_required: false }
  const sql = writePostgresSchema({
    columns: [
      { ...plain, column_name: 'id', type: 'bigint', is_required: true, identity: 'a' },
      { ...plain, column_name: '"A b"', type: 'text', fallback: "'C:\\'::text", about: " E'it''s \\\\ x'" },
      { ...plain, column_name: 'up', type: 'text', generated: 's', fallback: 'upper(x)' },
      { ...plain, column_name: 'mood', type: 'mood' },
    ],
    constraints: [{ oid: '1', name: 'pk', definition: 'PRIMARY KEY (id)' }],
    indexes: ['CREATE INDEX by_a ON public.people USING gin ("A b")'],
    enums: [{ name: 'public.mood', values: "'sad', 'ok'" }],
  })
  const table = tableOf(sql)
  expect(table).toMatchObject({
    comment: 'all | people',
    columns: [
      { extra: 'GENERATED ALWAYS AS IDENTITY', isNullable: false },
      { name: 'A b', fallback: 'C:\\', comment: "it's \\ x" },
      { extra: 'GENERATED ALWAYS AS (upper(x)) STORED' },
      { extra: "enum ('sad', 'ok')" },
    ],
    indexes: [
      { name: 'pk', isUnique: true },
      { name: 'by_a', type: 'GIN', columns: 'A b' },
    ],
  })
})

test('addresses of databases: encrypted and verified, unless they say otherwise or are this machine', () => {
  const given = { password: 'from a file', ca: '', timeoutMs: 1 }
  expect(parseDatabaseAddress('postgres://me@db.example/shop%20a', given)).toMatchObject({
    kind: 'postgres',
    port: 5432,
    user: 'me',
    password: 'from a file',
    database: 'shop a',
    encryption: 'verified',
  })
  expect(parseDatabaseAddress('mysql://me:p%40ss@127.0.0.1:1/a', given)).toMatchObject({
    kind: 'mysql',
    port: 1,
    password: 'p@ss',
    encryption: 'off',
  })
  expect(parseDatabaseAddress('mariadb://h/a?sslmode=require', given)).toMatchObject({ encryption: 'unverified' })
  for (const bad of [
    'postgres://',
    'postgres://h',
    'mysql://h/',
    'mysql://h/a?sslmode=maybe',
    'mysql://h/a?sslmode=constructor',
  ])
    expect(() => parseDatabaseAddress(bad, given)).toThrow('databaseAddressBad')
})

test('no text of a definition is missing in its page', () => {
  let seed = 11
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  const word = (prefix: string) => `${prefix}${['', '字段', 'é', '_'][next(4)]}${next(1_000_000).toString(36)}`
  const quotes = [
    ['`', '`'],
    ['"', '"'],
    ['[', ']'],
    ['', ''],
  ] as const
  for (let round = 0; round < 200; round++) {
    const [open, close] = quotes[round % quotes.length] ?? ['', '']
    const said: string[] = []
    const name = (prefix: string) => {
      const made = word(prefix)
      said.push(made)
      return open + made + close
    }
    const text = (prefix: string) => {
      const made = [word(prefix), word(';('), word("it''s|")].join(' ')
      said.push(
        ...made
          .replaceAll("''", "'")
          .split(' ')
          .map((one) => one.replaceAll('|', '\\|')),
      )
      return `'${made}'`
    }
    const number = () => {
      const made = String(100_000 + next(900_000))
      said.push(made)
      return made
    }
    const columns = Array.from({ length: 1 + next(5) }, () =>
      [
        name('c'),
        `${['varchar', 'decimal', 'numeric', 'char'][next(4)]}(${number()})`,
        next(2) ? 'NOT NULL' : '',
        next(2) ? `DEFAULT ${next(2) ? text('d') : number()}` : '',
        next(3) ? '' : `CHECK (${name('k')} > ${number()})`,
        next(3) ? '' : `REFERENCES ${name('r')} (${name('rc')}) ON DELETE CASCADE`,
        open === '`' && next(2) ? `COMMENT ${text('m')}` : '',
      ].join(' '),
    )
    const keys = Array.from({ length: next(3) }, () =>
      next(2)
        ? `UNIQUE (${name('u')}, ${name('u')})`
        : `CONSTRAINT ${name('f')} FOREIGN KEY (${name('x')}) REFERENCES ${name('y')} (${name('z')})`,
    )
    const notes = word('note')
    said.push(notes)
    const table = name('t')
    const sql = `CREATE TABLE ${table} (\n${[...columns, ...keys].join(',\n')} -- ${notes}\n) ${open === '`' ? `ENGINE=${name('e')} COMMENT=${text('tc')}` : ''};
      CREATE INDEX ${name('i')} ON ${table} (${name('ic')});`
    const { page_title, page_content } = buildTablePage(tableOf(sql), 'zh')
    const shown = `${page_title}\n${page_content}`.replaceAll(/\\\|/g, '|')
    for (const one of said) expect(shown, sql).toContain(one.replaceAll('\\|', '|'))
  }
})
