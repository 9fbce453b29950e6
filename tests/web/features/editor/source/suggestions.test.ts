import { EditorState, Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { today } from '#web/features/editor/core/today.ts'
import { codeLanguage } from '#web/features/editor/source/code-languages.ts'
import { findEmoji, loadEmoji } from '#web/features/editor/source/emoji.ts'
import { fuzzyMatch, fuzzyScore } from '#web/features/editor/source/fuzzy-match.ts'
import { getHeadings } from '#web/features/editor/source/headings.ts'
import { insertFootnote } from '#web/features/editor/source/insert-commands.ts'

test.each([
  ['Table', 'tab', 0],
  ['Insert table', 'tab', 1],
  ['Mermaid', 'aid', 2],
  ['Code block', 'cblk', 3],
  ['Table', 'x', -1],
  ['Table', 'tl', -1],
  ['表格', '表', 0],
])('%j matches %j: %i', (words, typed, fit) => {
  expect(fuzzyScore(words, typed)).toBe(fit)
})

test('sorts the best match first, then by list order', () => {
  const found = fuzzyMatch(['a table', 'table', 'other', 'tables'], 'tab', (one) => [one], 3)
  expect(found).toEqual(['table', 'tables', 'a table'])
})

test('lists the headings of a text with their anchors on the page', () => {
  const short = '# One\n\n```\n# no\n```\n\n## One\n\nTwo\n---\n'
  const texts = (doc: string) => getHeadings(Text.of(doc.split('\n'))).map(({ text, hash }) => [text, hash])
  expect(texts(short)).toEqual([
    ['One', '#one'],
    ['One', '#one-2'],
    ['Two', '#two'],
  ])
  const long = `# One\n\n\`\`\`\n# no\n\`\`\`\n\n${'words and words\n\n'.repeat(5000)}## *标题* 一\n`
  expect(texts(long)).toEqual([
    ['One', '#one'],
    ['标题 一', '#%E6%A0%87%E9%A2%98-%E4%B8%80'],
  ])
})

test('finds emoji by their names in both languages', async () => {
  const signs = (list: { sign: string }[]) => list.map(({ sign }) => sign)
  expect(signs(findEmoji(await loadEmoji('en'), 'rocket', 5))).toContain('🚀')
  const zh = await loadEmoji('zh')
  expect(signs(findEmoji(zh, '火箭', 5))).toContain('🚀')
  expect(signs(findEmoji(zh, 'rocket', 5))).toContain('🚀')
})

test('gives a footnote the next number and appends it at the end', () => {
  let state = EditorState.create({ doc: 'a[^2] b\n\n[^2]: two', selection: { anchor: 7 } })
  const words = {
    heading: '',
    calloutText: '',
    mermaidFrom: '',
    mermaidTo: '',
    footnoteText: 'note',
    detailsTitle: '',
    detailsText: '',
  }
  insertFootnote(words)({ state, dispatch: (transaction) => (state = transaction.state) })
  expect(state.doc.toString()).toBe('a[^2] b[^3]\n\n[^2]: two\n[^3]: note')
  expect(state.sliceDoc(state.selection.main.from, state.selection.main.to)).toBe('note')
})

test('inserts the date of today', () => {
  expect(today(new Date(2026, 2, 1))).toBe('2026-03-01')
})

test('highlights common code languages and no others', () => {
  expect(codeLanguage('js {1,2}')).not.toBeNull()
  expect(codeLanguage('SQL')).not.toBeNull()
  expect(codeLanguage('mermaid')).toBeNull()
  expect(codeLanguage('')).toBeNull()
})
