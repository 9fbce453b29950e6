import { history, undo } from '@codemirror/commands'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import {
  detectLineEnds,
  lineEndsField,
  preserveLineEnds,
  setLineEnds,
  storedText,
} from '#web/features/editor/source/line-ends.ts'

const open = (text: string) => EditorState.create({ doc: text, extensions: [history(), preserveLineEnds(text)] })
const edit = (state: EditorState, spec: TransactionSpec) => state.update(spec).state
const stored = (state: EditorState) => storedText(state.doc, state.field(lineEndsField))

test.each([
  '',
  'one',
  'one\n',
  'a\r\nb\r\n\r\n',
  '\uFEFFa\r\nb',
  'a\rb\r',
  'a\r\nb\nc\r\nd\re\n',
  '\n\r\n\n\r',
  'x\u2028y\u0085z\ttrailing  \n\n\n',
])('an unedited text stays unchanged: %j', (text) => {
  expect(stored(open(text))).toBe(text)
})

test('new lines of a CRLF page end like the others', () => {
  const state = edit(open('a\r\nb\r\n'), { changes: { from: 1, insert: '!\nnew' } })
  expect(stored(state)).toBe('a!\r\nnew\r\nb\r\n')
})

test('unusual line endings move and disappear with their lines', () => {
  const text = 'one\ntwo\r\nthree\nfour\n'
  const typed = edit(open(text), { changes: { from: 0, insert: 'zero\n' } })
  expect(stored(typed)).toBe('zero\none\ntwo\r\nthree\nfour\n')
  const behind = edit(typed, { changes: { from: typed.doc.line(3).to, insert: '!' } })
  expect(stored(behind)).toBe('zero\none\ntwo!\r\nthree\nfour\n')
  const joined = edit(behind, { changes: { from: behind.doc.line(3).to, to: behind.doc.line(4).from } })
  expect(stored(joined)).toBe('zero\none\ntwo!three\nfour\n')
})

test('undoing a replaced text restores its line endings', () => {
  const state = open('a\r\nb\r\n')
  const replaced = edit(state, {
    changes: { from: 0, to: state.doc.length, insert: state.toText('x\ny') },
    effects: setLineEnds.of(detectLineEnds('x\ny')),
  })
  expect(stored(replaced)).toBe('x\ny')
  let undone = replaced
  undo({ state: replaced, dispatch: (transaction) => void (undone = transaction.state) })
  expect(stored(undone)).toBe('a\r\nb\r\n')
})
