import { history, undo } from '@milkdown/kit/prose/history'
import { EditorState, TextSelection, type Transaction } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { expect, test } from 'vitest'
import { indexAfterCharacters, maskSyntax } from '#web/features/editor/core/index.tsx'
import { getVisualModeBlocker } from '#web/features/editor/visual/can-open.ts'
import { openLossless } from '#web/features/editor/visual/document/lossless.ts'
import { insertDetails, insertFootnote } from '#web/features/editor/visual/menus/insert.ts'
import { createVisualHandle } from '#web/features/editor/visual/visual-handle.ts'
import { testSchema } from './schema.ts'

const schema = await testSchema()

/** An editor with a text, and its document. */
function surface(text: string) {
  const opened = openLossless(schema, text)
  const view = {
    state: EditorState.create({ doc: opened.doc, plugins: [history({ newGroupDelay: 0 })] }),
    dispatch: (tr: Transaction) => {
      view.state = view.state.apply(tr)
    },
    domAtPos: () => ({ node: { parentElement: null } }),
    focus: () => {},
  }
  globalThis.Element ??= class {} as typeof Element
  const made = createVisualHandle({ view: view as unknown as EditorView, documents: [opened], destroy: () => {} })
  /** Selects these words; the cursor is after them. */
  const select = (words: string) => {
    let at = -1
    view.state.doc.descendants((node, pos) => {
      const found = node.isText ? (node.text ?? '').indexOf(words) : -1
      if (at === -1 && found !== -1) at = pos + found
    })
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, at, at + words.length)))
  }
  const cursorAfter = (words: string) => {
    select(words)
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, view.state.selection.to)))
  }
  return { made, view, select, cursorAfter }
}

test('numbers a footnote after the existing ones and puts its text at the end of the page', () => {
  const { made, view, cursorAfter } = surface('one[^3] two\n\nthree\n\n[^3]: A note\n')
  cursorAfter('two')
  expect(insertFootnote('Words')(view.state, view.dispatch)).toBe(true)
  expect(made.read()).toBe('one[^3] two[^4]\n\nthree\n\n[^3]: A note\n\n[^4]: Words\n')
  expect(view.state.selection.content().content.firstChild?.attrs['source']).toBe('[^4]: Words')
})

test('writes a collapsible section so that it reads back the same', () => {
  const { made, view, cursorAfter } = surface('one\n\ntwo\n')
  cursorAfter('one')
  expect(insertDetails('Title', 'Words')(view.state, view.dispatch)).toBe(true)
  const written = 'one\n\n<details>\n<summary>Title</summary>\n\nWords\n\n</details>\n\ntwo\n'
  expect(made.read()).toBe(written)
  expect(surface(written).view.state.doc.toString()).toBe(view.state.doc.toString())
})

test('inserts one line inline and several lines as blocks', () => {
  const { made, cursorAfter } = surface('one two\n\nthree\n')
  cursorAfter('one')
  made.insert(' **bold**')
  expect(made.read()).toBe('one **bold** two\n\nthree\n')
  made.insert('| a |\n|---|\n| 1 |')
  expect(made.read()).toBe('one **bold** two\n\n| a |\n| --- |\n| 1 |\n\nthree\n')
})

test('reads and replaces the selection as Markdown', () => {
  const { made, view, select } = surface('one **two** three\n\n- a\n- b\n')
  expect(made.selected()).toBe('')
  select('two')
  expect(made.selected()).toBe('**two**')
  made.replaceSelected('*2*')
  expect(made.read()).toBe('one *2* three\n\n- a\n- b\n')
  undo(view.state, view.dispatch)
  expect(made.read()).toBe('one **two** three\n\n- a\n- b\n')
})

test('keeps the bytes of a replaced text, and undo restores those of the former', () => {
  const first = '* a\r\n* b\r\n'
  const { made, view } = surface(first)
  made.write('+ c\n+ d   \n\nlast')
  expect(made.read()).toBe('+ c\n+ d   \n\nlast')
  undo(view.state, view.dispatch)
  expect(made.read()).toBe(first)
})

test('maps the line of the cursor to the line of the text, and back', () => {
  const text = '# One\n\ntext\nsecond line\n\n- a\n- b\n  - c\n\n```\ncode\nmore\n```\n\n| x |\n|---|\n| y |\n\nend\n'
  const { made, cursorAfter } = surface(text)
  const lines = text.split('\n')
  for (const words of ['One', 'second', 'a', 'b', 'c', 'more', 'y', 'end']) {
    cursorAfter(words)
    expect(lines[made.line() - 1], words).toContain(words)
    made.goToLine(1)
    made.goToLine(lines.findIndex((line) => line.includes(words)) + 1)
    expect(lines[made.line() - 1], words).toContain(words)
  }
  cursorAfter('One')
  made.insert('| p |\n|---|\n| q |')
  cursorAfter('end')
  expect(made.read().split('\n')[made.line() - 1]).toBe('end')
})

test('keeps the cursor at the same character when the editor mode changes', () => {
  const text = 'one\n\n1. see [**the** guide](/help/writing) for *more*\n\n| a | `b c` |\n|---|---|\n| d | e f |\n'
  const { made, view, cursorAfter } = surface(text)
  for (const [words, before] of [
    ['one', 'one'],
    ['guide', '1. see [**the** guide'],
    ['more', '1. see [**the** guide](/help/writing) for *more'],
    ['b c', '| a | `b c'],
    ['e f', '| d | e f'],
  ] as const) {
    cursorAfter(words)
    const line = made.line()
    const letters = made.letters?.() ?? 0
    const source = maskSyntax(text.split('\n')[line - 1] ?? '')
    expect(text.split('\n')[line - 1]?.slice(0, indexAfterCharacters(source, letters)), words).toBe(before)
    made.goToLine(1)
    made.goToLine(line, letters)
    const { $head } = view.state.selection
    expect($head.parent.textBetween(0, $head.parentOffset), words).toMatch(new RegExp(`${words}$`))
  }
})

test('does not offer a text that would open too slowly', () => {
  expect(getVisualModeBlocker('a'.repeat(200 * 1024))).toBeUndefined()
  expect(getVisualModeBlocker('a'.repeat(200 * 1024 + 1))).toBe('tooLong')
  expect(getVisualModeBlocker('中'.repeat(70 * 1024))).toBe('tooLong')
  expect(getVisualModeBlocker('a\n\n'.repeat(2900))).toBeUndefined()
  expect(getVisualModeBlocker('a\n\n'.repeat(3001))).toBe('tooLong')
  expect(getVisualModeBlocker(`| a |\n| --- |\n${'| 1 |\n'.repeat(490)}`)).toBeUndefined()
  expect(getVisualModeBlocker(`| a |\r\n| --- |\r\n${'| 1 |\r\n'.repeat(510)}`)).toBe('tooLong')
  const fence = '`'.repeat(4)
  expect(getVisualModeBlocker(`${fence}\n${'{\n```\n'.repeat(1000)}${fence}\n\nend`)).toBeUndefined()
})
