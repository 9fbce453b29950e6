import { expect, test } from 'vitest'
import { sqlMarkdown } from '#src/features/sql-table/index.ts'
import recorded from '#tests/fixtures/showdoc/sql-to-markdown.json' with { type: 'json' }

const head = '| 字段 | 类型 | 允许空 | 默认 | 说明 |\n| --- | --- | --- | --- | --- |\n'
const rowsOf = (sql: string) =>
  sqlMarkdown(sql, 'zh')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| 字段') && !line.startsWith('| ---'))

/**
 * Corrections of recorded responses that show a weakness of the recorded parser, with the reason. Everything else is
 * identical.
 */
const better: Record<string, [recorded: string, ours: string, why: string][]> = {
  basic: [
    ['| id | int (10) | ', '| id | int (10) unsigned | ', 'unsigned is part of the type'],
    ['decimal (10)', 'decimal (10,2)', 'the scale is part of the type'],
    ['| state |  |', "| state | enum ('on','off') |", 'the values are the type'],
  ],
  'no comments, lower case': [['int ()', 'int', 'there is no length']],
  'two tables': [
    ['int ()', 'int', 'there is no length'],
    ['first |\n\n', `first |\n\n\n- b \n\n${head}| y | int | 是 |  | second |\n\n`, 'every table is shown'],
  ],
  'if not exists': [
    ['shop`.`orders ', 'shop.orders orders table', 'quotes are no part of a name; the comment needs no equals sign'],
    ['bigint ()', 'bigint', 'there is no length'],
  ],
  sqlite: [
    ['"user"', 'user', 'quotes are no part of a name'],
    ['"uid"', 'uid', 'quotes are no part of a name'],
    ['"name"', 'name', 'quotes are no part of a name'],
    ['INTEGER (AUTOINCREMENT) | 是', 'INTEGER | 否', 'no length; a primary key is never empty'],
  ],
  postgres: [
    ['| id |  | 是', '| id | serial | 否', 'a type like any other; a primary key is never empty'],
    ['character (varying)', 'character varying (50)', 'a type of two words'],
    ['numeric (8)', 'numeric (8,2)', 'the scale is part of the type'],
  ],
  'constraint line': [
    ['| id | int ()', '| id | int', 'there is no length'],
    ['| pid | int ()', '| pid | int', 'there is no length'],
  ],
  'comment with quote': [
    ['int () | 是 |  | it |', "int | 是 |  | it's \\| fine |", 'a doubled quote is one; a bar would end the cell'],
    ['| b |  |', '| b | json |', 'a type like any other'],
  ],
  'leading dump comments': [['int ()', 'int', 'there is no length']],
  'inline comment': [
    ['| a | int () | 是 |  | - |', '| a | int | 是 |  | the a |', 'a comment behind a column is about it'],
    ['| -- the a | int (/* the b */) | 是 |  | - |', '| b | int | 是 |  | the b |', 'and no column'],
  ],
  'default functions': [
    ['| b | bit (1) | 是 | b |', "| b | bit (1) | 是 | b'0' |", 'the value is b and what follows'],
    ['double (6) |', 'double (6,2) unsigned zerofill |', 'scale and sign are part of the type'],
    ['| 否 | - |', '| 否 | -1 |', 'the value is a number with its sign'],
  ],
}

test.each(recorded)('recorded: $name', ({ name, sql, response }) => {
  const expected = (better[name] ?? []).reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replace(from, () => to)
  }, response.data?.markdown ?? '')
  expect(sqlMarkdown(sql, 'zh')).toBe(expected)
})

test('reads a PostgreSQL dump: schemas, separate comments, defaults with casts, arrays, zones', () => {
  const sql = `
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN -- don't
      CREATE TABLE inner_one (a int); END $$;
    CREATE TABLE public.orders (
      id bigint DEFAULT nextval('public.orders_id_seq'::regclass) NOT NULL,
      tags text[] DEFAULT '{}'::text[],
      state public.state_kind DEFAULT 'new'::public.state_kind NOT NULL,
      made timestamp(3) with time zone DEFAULT now(),
      price double precision,
      "userName" character varying(50),
      CONSTRAINT positive CHECK ((price > 0)),
      CONSTRAINT orders_pkey PRIMARY KEY (id, "userName")
    );
    COMMENT ON TABLE public.orders IS 'what people''s carts become';
    COMMENT ON COLUMN public.orders.price IS 'in euro';
    COMMENT ON COLUMN orders."userName" IS 'who';
    COMMENT ON INDEX x IS 'no table';`
  expect(sqlMarkdown(sql, 'zh')).toContain("\n- public.orders what people's carts become\n")
  expect(rowsOf(sql)).toEqual([
    "| id | bigint | 否 | nextval('public.orders_id_seq'::regclass) | - |",
    '| tags | text[] | 是 | {} | - |',
    '| state | public.state_kind | 否 | new | - |',
    '| made | timestamp (3) with time zone | 是 | now() | - |',
    '| price | double precision | 是 |  | in euro |',
    '| userName | character varying (50) | 否 |  | who |',
  ])
})

test('reads MySQL: generated columns, charsets, all kinds of keys, columns named like keys, double quotes', () => {
  const sql = `CREATE TABLE \`t\` (
    \`key\` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT "it\\'s",
    key2 int GENERATED ALWAYS AS (\`a\` + 1) STORED,
    index varchar(20), # the place
    at timestamp(6) NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
    parent int DEFAULT NULL REFERENCES p(id) ON DELETE SET NULL ON UPDATE NO ACTION,
    FULLTEXT KEY ft (a), SPATIAL INDEX sp (b), INDEX (c), KEY k1 (d(10)), UNIQUE KEY u (e),
    PRIMARY KEY (\`key\`)
  ) ENGINE=InnoDB /*!50100 PARTITION BY HASH (a) */ COMMENT = "line one
  line two" CREATE TABLE next_one (a int)`
  expect(sqlMarkdown(sql, 'zh')).toContain('\n- t line one line two\n')
  expect(sqlMarkdown(sql, 'zh')).toContain('\n- next_one \n')
  expect(rowsOf(sql).slice(0, 5)).toEqual([
    "| key | varchar (10) | 否 |  | it's |",
    '| key2 | int | 是 |  | - |',
    '| index | varchar (20) | 是 |  | the place |',
    '| at | timestamp (6) | 是 | CURRENT_TIMESTAMP(6) | - |',
    '| parent | int | 是 |  | - |',
  ])
  expect(rowsOf(sql)).toHaveLength(6)
})

test('reads SQL Server: names in brackets, identity, defaults in parentheses', () => {
  const sql = 'CREATE TABLE [dbo].[User Table] ([Id] [int] IDENTITY(1,1) NOT NULL, [Name] [nvarchar](50) DEFAULT ((0)))'
  expect(sqlMarkdown(sql, 'zh')).toContain('\n- dbo.User Table \n')
  expect(rowsOf(sql)).toEqual(['| Id | int | 否 |  | - |', '| Name | nvarchar (50) | 是 | ((0)) | - |'])
})

test.each([
  'CREATE TABLE a AS SELECT 1',
  'CREATE TABLE a LIKE b',
  'CREATE TABLE a (LIKE b)',
  'CREATE VIEW v AS SELECT 1',
  'CREATE TABLE',
  'CREATE TABLE a ()',
  "COMMENT ON TABLE a IS 'x'",
])('ignores %s, which is not a table', (sql) => {
  expect(sqlMarkdown(sql, 'zh')).toBe('')
})

test('finds a table after one without columns', () => {
  expect(sqlMarkdown('CREATE TABLE a\nCREATE TABLE b (c int', 'zh')).toContain('- b ')
})

const length = 300_000
test.each([
  'CREATE TABLE a (',
  'CREATE TABLE a (b int, -- c\n',
  'CREATE TABLE a (b int);\n',
  '(',
  "'",
  "\\'\n",
  "'''",
  '$a$',
  '$',
  '`',
  '[',
  '/*',
  '-- \n',
  'CREATE ',
  'CREATE OR ',
  'COMMENT ON TABLE a.b.c ',
  "COMMENT ON COLUMN a.b IS 'x';",
  'a ',
  ',',
  '\n',
  'CREATE TABLE a (b int DEFAULT (',
])('parses long input of %j without quadratic slowdown', (part) => {
  const sql = part.repeat(Math.ceil(length / part.length))
  const started = performance.now()
  sqlMarkdown(sql, 'zh')
  expect(performance.now() - started).toBeLessThan(2000)
})

test.each([
  ['blanks in a comment', (blanks: string) => `CREATE TABLE a (b int COMMENT 'x${blanks}y')`, ' '],
  ['words in a type', (words: string) => `CREATE TABLE a (b ${words})`, 'x '],
  ['dots in a type', (dots: string) => `CREATE TABLE a (b x${dots})`, '. '],
  ['parentheses in a type', (signs: string) => `CREATE TABLE a (b x${signs})`, '(1)'],
  ['keys', (keys: string) => `CREATE TABLE a (b int, PRIMARY KEY (${keys}b))`, 'b,'],
])('parses many %s without quadratic slowdown', (_, sqlOf, part) => {
  const sql = sqlOf(part.repeat(Math.ceil(length / part.length)))
  const started = performance.now()
  sqlMarkdown(sql, 'zh')
  expect(performance.now() - started).toBeLessThan(2000)
})

test('uses labels in the language of the caller and keeps the texts of the SQL', () => {
  const sql = "CREATE TABLE t (a int NOT NULL COMMENT '是', b text DEFAULT '否')"
  expect(sqlMarkdown(sql, 'en')).toBe(
    '\n- t \n\n| Field | Type | Nullable | Default | Description |\n| --- | --- | --- | --- | --- |\n' +
      '| a | int | No |  | 是 |\n| b | text | Yes | 否 | - |\n\n',
  )
})
