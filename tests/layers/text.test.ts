import { expect, test } from 'vitest'
import { listFiles, readSource } from '#tests/layers/graph.ts'
import { mayQuery } from '#tests/layers/rules.ts'

/** A forbidden pattern: where it is searched, where it is allowed, and samples that must be found. */
type Ban = {
  name: string
  folders: string[]
  except?: (file: string) => boolean
  pattern: RegExp
  samples: string[]
}

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
    sample: "item.item_type === '2'",
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
