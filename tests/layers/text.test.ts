import { expect, test } from 'vitest'
import { listFiles, readSource } from '#tests/layers/graph.ts'
import { isSqlite, mayQuery } from '#tests/layers/rules.ts'

/** A forbidden pattern: where it is searched, where it is allowed, and samples that must be found. */
type Ban = {
  name: string
  folders: string[]
  except?: (file: string) => boolean
  pattern: RegExp
  samples: string[]
}

/** What only SQLite understands, or understands differently from other engines. */
const sqliteOnly = [
  /\b(page_search|fts5|bm25)\b|\bMATCH \$/, // full-text search
  /\b(json_each|json_tree|json_extract|group_concat|ifnull|iif|glob|strftime|unixepoch|julianday)\b|\binstr['(]/,
  /\b(last_insert_rowid|insertId|rowid|sqlite_master)\b|\bchanges\(\)/, // other engines return ids by RETURNING
  /\b(orIgnore|orReplace|replaceInto)\b|INSERT OR |REPLACE INTO/, // `on conflict` is understood by others too
  /'(not )?like'|\bLIKE |COLLATE NOCASE/, // LIKE ignores the case of A-Z
  /\bAS BLOB\b|INDEXED BY|\bcolumn[1-9]\b/,
  /\.pragma\(|PRAGMA |VACUUM|BEGIN (IMMEDIATE|EXCLUSIVE)|wal_checkpoint|(integrity|quick)_check/,
  /better-sqlite3|\.sqlite\b|SQLITE_[A-Z]/, // the driver and its errors
]

const bans: Ban[] = [
  {
    name: 'HTML is set in web/features/page/markdown only, after the sanitiser',
    folders: ['web'],
    except: (file) => file.startsWith('web/features/page/markdown/'),
    pattern: /\.(innerHTML|outerHTML)\s*\+?=[^=]|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write/,
    samples: ['element.innerHTML = text'],
  },
  {
    name: 'no value is pasted into SQL',
    folders: ['src'],
    // pragmas and SQLite-only features: numbers and names of our own
    except: (file) => file.startsWith('src/db/'),
    pattern: /\b(prepare|exec|raw|pragma)(<[^>]*>)?\(\s*`[^`]*\$\{|sql\.raw\(/,
    samples: ['db.prepare(`select * from page where page_id = ${id}`)'],
  },
  {
    name: 'SQL statements are in src/db and queries.ts only',
    folders: ['src'],
    except: mayQuery,
    // `.exec(` of a regular expression gets a variable, `.prepare()` of the stored files nothing
    pattern:
      /\.(selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|executeQuery|pragma)\(|\bsql(\.(raw|ref|join|lit|table|id)\(|(<[^\n`]*>)?`)|\.prepare(<[^>]*>)?\([^)]|\.exec\(\s*['"`]/,
    samples: [
      "db.selectFrom('page').selectAll()",
      "tx.insertInto('page_lock').values(row)",
      "tx\n  .updateTable('item')",
      "await db.deleteFrom('page').execute()",
      'await sql`VACUUM`.execute(db)',
      'sql<{ uid: number }>`SELECT uid FROM user`',
      "sql.raw('SELECT 1')",
      "sqlite.prepare('SELECT 1').get()",
      'sqlite.prepare(text)',
      "lock.exec('BEGIN EXCLUSIVE')",
      "sqlite.pragma('user_version')",
    ],
  },
  {
    name: 'what only SQLite understands is in src/db/sqlite and sqlite-*.ts',
    folders: ['src'],
    // the file that hands the engine on
    except: (file) => isSqlite(file) || file === 'src/db/engine.ts',
    pattern: new RegExp(sqliteOnly.map((one) => one.source).join('|')),
    samples: [
      'sql`page_search(${match})`',
      "fn('bm25', ['page_search'])",
      'sql`SELECT value FROM json_each(${ids})`',
      'sql`json_extract(${text}, 1)`',
      "fn('group_concat', ['name'])",
      "fn<number>('instr', ['page_content', sign])",
      'sql`ifnull(name, 0)`',
      "fn('unixepoch')",
      "const { insertId } = await tx.insertInto('page')",
      'return Number(result.insertId)',
      "tx.insertInto('page_large').orIgnore()",
      'sql`INSERT OR IGNORE INTO page_large`',
      'sql`name = ${name} COLLATE NOCASE`',
      'sql`terms MATCH ${match}`',
      'sql`PRAGMA user_version`',
      'sql`VACUUM`',
      'FROM page_content INDEXED BY page_content_size',
      "where('path', 'like', '~%')",
      'sql`name LIKE ${part}`',
      "select('hit.rowid')",
      'sql`SELECT changes()`',
      'sql`CAST(page_content AS BLOB)`',
      "ref('line.column2')",
      "code === 'SQLITE_FULL'",
      "open.sqlite.pragma('wal_checkpoint(TRUNCATE)')",
      "import Database from 'better-sqlite3'",
    ],
  },
  {
    name: 'a suppression states its reason',
    folders: ['src', 'web', 'migrations', 'build', 'scripts', 'tests'],
    pattern: /@ts-(ignore|nocheck)|@ts-expect-error\s*$|biome-ignore(?!.*: \S)|(ox|es)lint-disable(?!.*-- \S)/m,
    samples: ['// oxlint-disable-next-line no-eval'],
  },
  {
    name: 'the server writes to its log, not to the console',
    folders: ['src'],
    except: (file) => file === 'src/main.ts',
    pattern: /\bconsole\.(log|error|warn|info|debug)\(/,
    samples: ["console.log('here')"],
  },
  {
    name: 'code asks src/shared/item-types.ts for a trait of an item type',
    folders: ['src', 'web'],
    pattern: /\bitem_type\)? *[!=]==? *['"]?\d/,
    samples: ["item.item_type === '2'"],
  },
  {
    name: 'no test is left out or runs alone by accident',
    folders: ['tests'],
    pattern: /\b(test|it|describe)\.(only|skip|todo)\(/,
    samples: ["test.only('x', () => {})"],
  },
]

const self = 'tests/layers/text.test.ts'

test.each(bans)('$name', ({ folders, except, pattern }) => {
  const files = folders.flatMap((folder) => listFiles(folder, '.ts', '.tsx')).filter((file) => file !== self)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !except?.(file) && pattern.test(readSource(file)))).toEqual([])
})

const samples = bans.flatMap((ban) => ban.samples.map((sample) => ({ ...ban, sample })))

test.each(samples)('the check finds: $sample', ({ pattern, sample }) => {
  expect(sample).toMatch(pattern)
})

test('files and folders are named in kebab-case', () => {
  const files = ['src', 'web', 'migrations', 'build', 'scripts', 'tests'].flatMap((folder) => listFiles(folder, ''))
  expect(files.filter((file) => !/^[a-z0-9./-]+$/.test(file) && !file.startsWith('tests/fixtures/'))).toEqual([])
})
