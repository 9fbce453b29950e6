import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageCount, squeezed, textOf, writePdf } from './written.ts'

/** Repeats a line up to a size in bytes; `#` becomes its number. */
function lines(line: string, bytes: number, head = ''): string {
  const parts = [head]
  for (let length = head.length, at = 0; length < bytes; at += 1) {
    const next = line.replaceAll('#', String(at))
    parts.push(next)
    length += next.length
  }
  return parts.join('')
}

const megabyte = 1024 * 1024
const columns = Array.from({ length: 200 }, (_, at) => at)

test.each<[string, string, string[]]>([
  [
    'a page of 5 MB',
    lines('文字 and words in a paragraph #, with **bold** and `code`.\n\n', 5 * megabyte),
    ['paragraph0,', 'paragraph70000,'],
  ],
  [
    'a table of 50,000 rows',
    lines('| field_# | string | the value # |\n', 2.3 * megabyte, '| name | type | what |\n|---|---|---|\n'),
    ['field_0string', 'field_49999string'],
  ],
  [
    'a table of 200 columns',
    `|${columns.map((at) => `col${at}`).join('|')}|\n|${columns.map(() => '-').join('|')}|\n${`|${columns.map((at) => `v${at}`).join('|')}|\n`.repeat(20)}`,
    ['col0', 'col100', 'col199', 'v199'],
  ],
  // the parser itself ends at a depth of 100 elements, each list being two
  [
    '100 lists in each other',
    columns
      .slice(0, 100)
      .map((at) => `${'  '.repeat(at)}- level${at}`)
      .join('\n'),
    ['level0', 'level45'],
  ],
  ['90 quotes in each other', `${'> '.repeat(90)}deep`, ['deep']],
  ['a word of 100,000 letters', `before ${'x'.repeat(100_000)} after`, ['before', 'xxxxxxxxxx', 'after']],
  ['a code block with a line of 500,000 letters', `\`\`\`\n${'y'.repeat(500_000)}\n\`\`\``, ['yyyyyyyyyy']],
  ['a formula without end', `$$\n${'{'.repeat(2000)}\n$$\n\n$\\def\\a{\\a\\a}\\a$ end`, ['end']],
  ['100,000 line breaks', lines('a#<br>', 700_000), ['a0', 'a60000']],
  ['10,000 headings', lines('# heading #\n\n', 150_000), ['heading']],
])('writes %s', { timeout: 120_000 }, async (_, text, found) => {
  const begun = performance.now()
  const { path } = await writePdf([{ title: 'Hostile', text }])
  expect(performance.now() - begun).toBeLessThan(60_000)
  expect(await pageCount(path)).toBeGreaterThan(0)
  expect(statSync(path).size).toBeLessThan(60_000_000)
  const shown = squeezed(await textOf(path))
  for (const one of found) expect(shown.includes(one), one).toBe(true)
})
