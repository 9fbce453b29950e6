import { expect, test } from 'vitest'
import { listFiles, readSource } from '#tests/layers/graph.ts'

/** A forbidden pattern: where it is searched, where it is allowed, and a sample that must be found. */
type Ban = { name: string; folders: string[]; except?: RegExp; pattern: RegExp; sample: string }

const bans: Ban[] = [
  {
    name: 'HTML is set in web/features/page/markdown only, after the sanitiser',
    folders: ['web'],
    except: /^web\/features\/page\/markdown\//,
    pattern: /\.(innerHTML|outerHTML)\s*\+?=[^=]|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write/,
    sample: 'element.innerHTML = text',
  },
  {
    name: 'no value is pasted into SQL',
    folders: ['src'],
    // pragmas and SQLite-only features: numbers and names of our own
    except: /^src\/db\//,
    pattern: /\b(prepare|exec|raw|pragma)(<[^>]*>)?\(\s*`[^`]*\$\{|sql\.raw\(/,
    sample: 'db.prepare(`select * from page where page_id = ${id}`)',
  },
  {
    name: 'a suppression states its reason',
    folders: ['src', 'web', 'migrations', 'build', 'scripts', 'tests'],
    pattern: /@ts-(ignore|nocheck)|@ts-expect-error\s*$|biome-ignore(?!.*: \S)|(ox|es)lint-disable(?!.*-- \S)/m,
    sample: '// oxlint-disable-next-line no-eval',
  },
  {
    name: 'the server writes to its log, not to the console',
    folders: ['src'],
    except: /^src\/main\.ts$/,
    pattern: /\bconsole\.(log|error|warn|info|debug)\(/,
    sample: "console.log('here')",
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
    sample: "test.only('x', () => {})",
  },
]

const self = 'tests/layers/text.test.ts'

test.each(bans)('$name', ({ folders, except, pattern }) => {
  const files = folders.flatMap((folder) => listFiles(folder, '.ts', '.tsx')).filter((file) => file !== self)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !except?.test(file) && pattern.test(readSource(file)))).toEqual([])
})

test.each(bans)('the check finds: $sample', ({ pattern, sample }) => {
  expect(sample).toMatch(pattern)
})

test('files and folders are named in kebab-case', () => {
  const files = ['src', 'web', 'migrations', 'build', 'scripts', 'tests'].flatMap((folder) => listFiles(folder, ''))
  expect(files.filter((file) => !/^[a-z0-9./-]+$/.test(file) && !file.startsWith('tests/fixtures/'))).toEqual([])
})
