import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#src/core/errors.ts'
import { type DumpValue, readSqlDump } from '#src/features/showdoc-import/sql-dump.ts'

function read(dump: string | Buffer, valueBytes = 10_000_000): Record<string, DumpValue[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-dump-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'dump.sql')
  writeFileSync(path, dump)
  const rows: Record<string, DumpValue[][]> = {}
  readSqlDump(
    path,
    dump.length,
    new Set(['page', 'user']),
    { valueBytes, columns: 100 },
    {
      table: () => undefined,
      row: (table, _, values) => void (rows[table] = [...(rows[table] ?? []), [...values]]),
      onSlice: () => undefined,
    },
  )
  return rows
}

const table = 'CREATE TABLE page (a int, b text, c text);'

test('values of all kinds', () => {
  const dump = `${table} INSERT INTO page VALUES
    (1, 'it''s', "say ""hi"""), (-2, 'a\\'b\\\\c\\n\\t\\0\\Z\\%\\_\\q', NULL),
    (1.5e-3, _utf8mb4'中文', X'e4b8ad'), (0x41, _binary 'x', b'101'), (12345678901234567890, TRUE, CURRENT_TIMESTAMP(6)),
    (+7, '', 0xff)/* a comment; */ ; -- (9, 'no', 'no');
    # (9, 'no', 'no')
    INSERT INTO page (c, a) VALUES ('x', 1);`
  expect(read(dump)['page']).toEqual([
    [1, "it's", 'say "hi"'],
    [-2, "a'b\\c\n\t\0\u001a\\%\\_q", null],
    [0.0015, '中文', '中'],
    ['A', 'x', 5],
    ['12345678901234567890', 1, null],
    [7, '', Buffer.from([0xff])],
    ['x', 1],
  ])
})

test('statements with other tables, triggers and functions are skipped, whatever is in their texts', () => {
  const dump = `USE \`db\`; CREATE TABLE \`db\`.\`other\` (a text DEFAULT 'x;(');
    INSERT INTO other VALUES ('); INSERT INTO user VALUES (1);');
    DELIMITER $$
    CREATE PROCEDURE p() BEGIN INSERT INTO user VALUES (1); END $$
    DELIMITER ;
    INSERT IGNORE INTO \`db\`.\`user\` (\`uid\`) VALUES (2),(3);
    REPLACE INTO user (uid) VALUES (4) ON DUPLICATE KEY UPDATE uid = 5;
    INSERT INTO user SELECT * FROM other;`
  expect(read(dump)).toEqual({ user: [[2], [3], [4]] })
})

test('a dump of SQLite has no escapes', () => {
  const dump = `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n${table}\nINSERT INTO page VALUES(1,'C:\\','it''s');\nCOMMIT;`
  expect(read(dump)['page']).toEqual([[1, 'C:\\', "it's"]])
})

test('texts and signs that lie across the pieces that are read', () => {
  const long = 'ab\\n中'.repeat(180_000)
  for (let shift = 0; shift < 5; shift++) {
    const dump = `${table}/*${'x'.repeat((1 << 20) - 100 + shift * 31)}*/INSERT INTO page VALUES (-1,'${long}','\\\\'),(2,'b','c');`
    expect(read(dump)['page']).toEqual([
      [-1, 'ab\n中'.repeat(180_000), '\\'],
      [2, 'b', 'c'],
    ])
  }
})

test('the character set of the dump decodes its texts', () => {
  const text = Buffer.concat([
    Buffer.from(`/*!40101 SET NAMES gbk */; ${table} INSERT INTO page VALUES (1, '`),
    Buffer.from([0xd6, 0xd0]),
    Buffer.from("', '');"),
  ])
  expect(read(text)['page']).toEqual([[1, '中', '']])
})

test('a value that is too long stands as zeros, and what follows is read', () => {
  const rows = read(`${table} INSERT INTO page VALUES (1,'${'x'.repeat(5000)}','a'),(2,'b','c');`, 1000)['page']
  expect(rows).toEqual([
    [1, Buffer.alloc(1001), 'a'],
    [2, 'b', 'c'],
  ])
})

test.for([
  ["INSERT INTO page VALUES (1,'cut off", 'in a text'],
  ['INSERT INTO page VALUES (1,2', 'in a row'],
  ['INSERT INTO page VALUES (1,2,3,4);', 'with too many values'],
  ['INSERT INTO page VALUES (1,2);', 'with too few values'],
  ['INSERT INTO page VALUES (1,2,3),', 'after a comma'],
  ['INSERT INTO page VALUES (1,!,3);', 'with what is no value'],
])('a dump that is broken %s', ([dump]) => {
  expect(() => read(table + dump)).toThrow(AppError)
})
