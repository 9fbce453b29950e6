import { expect, test } from 'vitest'
import { ImportError } from '#src/features/import/import-error.ts'
import { readAnyImport } from '#src/features/import/plan.ts'
import { type MadeEntry, makeZip } from '../zip-writer.ts'
import { entitiesOf, wordFiles, zipOf } from './archives.ts'

/** The reason for which a file is rejected; 'accepted' when it is not. */
async function reasonOf(name: string, bytes: Buffer, format?: string): Promise<string> {
  try {
    await readAnyImport({ name, bytes }, { forApiClient: false, lang: 'en', format })
    return 'accepted'
  } catch (error) {
    if (error instanceof ImportError) return error.reason
    throw error
  }
}
const zip = (...entries: MadeEntry[]) => makeZip(entries)
const html = (text: string) => ['a.html', Buffer.from(text)] as const
const entities = '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;">]>'
const space = (text: string) => zipOf({ 'entities.xml': text })
const chain = (count: number) =>
  entitiesOf(
    [],
    Array.from(
      { length: count },
      (_, at) =>
        `<object class="Page"><id name="id">${at + 1}</id><property name="title">p${at}</property>${at > 0 ? `<property name="parent" class="Page"><id name="id">${at}</id></property>` : ''}</object>`,
    ).join(''),
  )

test.each<[string, string, Buffer, string]>([
  [
    'a Word document that inflates to 538 MB',
    'a.docx',
    zipOf({ ...wordFiles(''), 'word/document.xml': Buffer.alloc(50_000_000, 32) }),
    'ratio',
  ],
  [
    'a Word document with entities',
    'a.docx',
    zipOf({ ...wordFiles(''), 'word/document.xml': `<?xml version="1.0"?>${entities}<w:document/>` }),
    'xmlEntities',
  ],
  ['a Word document that is none', 'a.docx', zipOf({ 'word/document.xml': 'no xml' }), 'badWord'],
  ['an old Word document', 'a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'oldOffice'],
  ['an Excel file that is none', 'a.xlsx', zipOf({ 'xl/workbook.xml': 'no' }), 'badSheet'],
  ['HTML that is nested deeply', ...html('<div>'.repeat(100_000)), 'htmlTooDeep'],
  ['HTML whose depth only the parser sees', ...html('<p><b>'.repeat(2000)), 'htmlTooDeep'],
  ['a space with entities', 's.zip', space(`<?xml version="1.0"?>${entities}<a>&y;</a>`), 'xmlEntities'],
  ['a space with an unknown entity', 's.zip', space('<?xml version="1.0"?><a>&lol;</a>'), 'badXml'],
  ['a space that is cut', 's.zip', space(entitiesOf([]).slice(0, -10)), 'badXml'],
  ['a space of elements in elements', 's.zip', space('<a>'.repeat(20_000)), 'badXml'],
  ['a space whose pages are below each other', 's.zip', space(chain(2000)), 'treeTooDeep'],
  ['a path that leaves the archive', 'n.zip', zip({ name: '../a.md' }), 'hostileName'],
  ['a path of Windows', 'n.zip', zip({ name: 'a\\..\\b.html' }), 'hostileName'],
  ['a symbolic link', 'n.zip', zip({ name: 'a.md', external: 0xa1ff0000 }), 'symlink'],
  ['100,000 entries', 'n.zip', makeZip([{ name: 'a.md' }], { count: 65_000 }), 'tooManyEntries'],
  [
    'an archive in an archive with a hostile path',
    'n.zip',
    zipOf({ 'a.zip': zip({ name: '../a.md' }) }),
    'hostileName',
  ],
  [
    'archives in archives with one file each',
    'n.zip',
    zipOf({ 'a.zip': zip({ name: 'a.md' }), 'b.zip': zip({ name: 'a.md' }) }),
    'duplicateName',
  ],
  [
    'a bomb in an archive in an archive',
    'n.zip',
    zipOf({ 'a.zip': zip({ name: 'a.html', data: Buffer.alloc(20_000_000, 32) }) }),
    'ratio',
  ],
  [
    'a list of pages nested deeply',
    'g.zip',
    zipOf({
      'SUMMARY.md': Array.from({ length: 300 }, (_, at) => `${' '.repeat(at * 2)}* [p${at}](p${at}.md)`).join('\n'),
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}.md`, 'x'])),
    }),
    'treeTooDeep',
  ],
])('%s is rejected', async (_, name, bytes, reason) => {
  const startMs = performance.now()
  expect(await reasonOf(name, bytes)).toBe(reason)
  expect(performance.now() - startMs).toBeLessThan(5000)
})

test('a file of another format than the chosen one is rejected', async () => {
  const notes = zipOf({ 'a.md': 'x' })
  expect(await reasonOf('n.zip', notes, 'confluence')).toBe('otherFormat')
  expect(await reasonOf('n.zip', notes, 'openapi')).toBe('otherFormat')
  expect(await reasonOf('n.zip', notes, 'markdown')).toBe('accepted')
})

test('scripts are removed, and the page says so', async () => {
  const bytes = Buffer.from(
    '<title>A</title><p onclick="x()">text</p><script>alert(1)</script><style>p{}</style><iframe src="https://a.test/v"></iframe><svg><script>alert(2)</script></svg>',
  )
  const plan = await readAnyImport({ name: 'a.html', bytes }, { forApiClient: false, lang: 'en' })
  expect(plan.pages[0]?.page_content).toBe('text\n\n[https://a.test/v](https://a.test/v)\n')
  expect(plan.notes).toEqual([{ name: 'A', reason: 'activeRemoved' }])
})
