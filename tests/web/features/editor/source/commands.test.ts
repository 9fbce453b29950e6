import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { closingFence } from '#web/features/editor/source/closing-fence.ts'
import {
  insertCodeBlock,
  insertLink,
  insertTable,
  linkSelection,
  setHeading,
  toggleList,
  toggleMark,
  toggleQuote,
} from '#web/features/editor/source/commands.ts'

/** Runs a command on a text with the selection between `[` and `]`, or the cursor at `|`, and returns it so marked. */
function run(command: StateCommand, marked: string): string {
  const from = marked.search(/[[|]/)
  const to = marked.includes('|') ? from : marked.indexOf(']') - 1
  const doc = marked.replace(/[[\]|]/g, '')
  let state = EditorState.create({ doc, selection: EditorSelection.single(from, to) })
  command({ state, dispatch: (transaction) => void (state = transaction.state) })
  const text = state.doc.toString()
  const { from: start, to: end } = state.selection.main
  return start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
}

describe('marks', () => {
  test.each([
    ['**', 'a [b] c', 'a **[b]** c'],
    ['**', 'a **[b]** c', 'a [b] c'],
    ['**', 'one wo|rd', 'one **wo|rd**'],
    ['**', '**wo|rd**', 'wo|rd'],
    ['**', '|', '**|**'],
    ['**', '**|**', '|'],
    ['**', 'one|', 'one**|**'],
    ['**', '点击|，', '点击**|**，'],
    ['**', 'a **bold|** b', 'a **bold**| b'],
    ['**', '**a** **bold |**', '**a** **bold **|'],
    ['*', '**a *b|***', '**a *b*|**'],
    ['`', '`Ctrl S|`', '`Ctrl S`|'],
    ['*', '**[b]**', '***[b]***'],
    ['*', '***[b]***', '**[b]**'],
    ['**', '***[b]***', '*[b]*'],
    ['**', '[中文]，', '**[中文]**，'],
    ['~~', '[x]', '~~[x]~~'],
    ['`', '`[x]`', '[x]'],
  ])('%s: %s becomes %s', (mark, before, after) => {
    expect(run(toggleMark(mark), before)).toBe(after)
  })
})

describe('line prefixes', () => {
  test.each([
    [setHeading(2), 'a|b', '## a|b'],
    [setHeading(3), '## a|b', '### a|b'],
    [setHeading(2), '## a|b', 'a|b'],
    [setHeading(0), '### a|b', 'a|b'],
    [toggleList('bullet'), '[a\n\nb]', '- [a\n\n- b]'],
    [toggleList('ordered'), '- [a\n- b]', '1. [a\n2. b]'],
    [toggleList('bullet'), '- a|', 'a|'],
  ] satisfies [StateCommand, string, string][])('case %#', (command, before, after) => {
    expect(run(command, before)).toBe(after)
  })

  test('toggles quotes', () => {
    expect(run(toggleQuote, 'a|')).toBe('> a|')
    expect(run(toggleQuote, '> a|')).toBe('a|')
  })

  test('turns a numbered list into a task list', () => {
    const state = EditorState.create({ doc: '  1) a' })
    let after = state
    toggleList('task')({ state, dispatch: (transaction) => void (after = transaction.state) })
    expect(after.doc.toString()).toBe('  - [ ] a')
  })
})

describe('blocks and links', () => {
  const textAfter = (command: StateCommand, doc: string, from: number, to = from) => {
    let state = EditorState.create({ doc, selection: EditorSelection.single(from, to) })
    const isDone = command({ state, dispatch: (transaction) => void (state = transaction.state) })
    const { from: start, to: end } = state.selection.main
    return { isDone, text: state.doc.toString(), selected: state.sliceDoc(start, end) }
  }

  test('wraps the selection in a link and selects its address', () => {
    expect(textAfter(insertLink, 'see it', 4, 6)).toMatchObject({ text: 'see [it](https://)', selected: 'https://' })
  })

  test('turns an address into a link', () => {
    expect(textAfter(insertLink, 'https://a.b/c', 0, 13).text).toBe('[](https://a.b/c)')
  })

  test('leaves the link shortcut to others without a selection', () => {
    expect(textAfter(linkSelection, 'see', 1)).toMatchObject({ isDone: false, text: 'see' })
  })

  test('puts a table on lines of its own', () => {
    const { text, selected } = textAfter(insertTable('Column'), 'before\nafter', 6)
    expect(text).toBe('before\n\n| Column 1 | Column 2 |\n| --- | --- |\n|  |  |\n|  |  |\n\nafter')
    expect(selected).toBe('Column 1')
  })

  test('indents every row of a table on an indented line', () => {
    const { text, selected } = textAfter(insertTable('Column'), '- a\n\n  \n', 7)
    expect(text).toBe('- a\n\n  | Column 1 | Column 2 |\n  | --- | --- |\n  |  |  |\n  |  |  |\n')
    expect(selected).toBe('Column 1')
  })

  test('gives a code block a longer fence than those inside it', () => {
    expect(textAfter(insertCodeBlock, '```\nx\n```', 0, 9).text).toBe('````\n```\nx\n```\n````')
  })
})

describe('closing line of a code block', () => {
  const typed = (text: string, sign = '`') => {
    const state = EditorState.create({ doc: text, extensions: markdown({ base: markdownLanguage }) })
    const spec = closingFence(state, text.length, sign)
    return spec && state.update(spec).state.doc.toString()
  }
  test.each([
    ['```js\n  a()\n  ``', '```js\n  a()\n```'],
    ['- x\n\n  ```\n      a()\n      ``', '- x\n\n  ```\n      a()\n  ```'],
  ])('aligns with the start of the block: %j', (text, result) => {
    expect(typed(text)).toBe(result)
  })
  test.each(['```js\na()\n``', '````\n  ``', 'text\n  ``', '~~~\n  a\n  ``', '```\na\n```\n  ``', '```\n  a``'])(
    'is left alone: %j',
    (text) => {
      expect(typed(text)).toBeUndefined()
    },
  )
  test('works with tildes', () => {
    expect(typed('~~~\n  a\n  ~~', '~')).toBe('~~~\n  a\n~~~')
  })
})
