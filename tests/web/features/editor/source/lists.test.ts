import { EditorSelection, EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { listKeys, toggleTask } from '#web/features/editor/source/list-commands.ts'
import { listLine, renumber, shiftEntries } from '#web/features/editor/source/list-model.ts'

test.each([
  ['- a', { indent: 0, mark: '-', textAt: 2, box: undefined }],
  ['  10. a', { indent: 2, mark: '10.', textAt: 6, box: undefined }],
  ['* [x] a', { indent: 0, mark: '*', textAt: 2, box: 'done' }],
  ['1) [ ] a', { indent: 0, mark: '1)', textAt: 3, box: 'open' }],
  ['- - -', undefined],
  ['text', undefined],
  ['-text', undefined],
])('%j', (line, entry) => {
  expect(listLine(line)).toEqual(entry)
})

describe('indenting entries', () => {
  const shift = (text: string, from: number, to: number, step: 1 | -1) =>
    shiftEntries(text.split('\n'), from, to, step).join('\n')
  test.each([
    ['under the text of the one before it', '1. a\n2. b', 1, 1, '1. a\n   2. b'],
    ['with all that is in it', '- a\n- b\n  - c\n\n  more\n- d', 1, 1, '- a\n  - b\n    - c\n\n    more\n- d'],
    ['the first one stays', '- a\n- b', 0, 1, '- a\n- b'],
    ['out again', '- a\n  - b\n    - c', 1, -1, '- a\n- b\n  - c'],
    ['not further than the edge', '- a\n- b', 1, -1, '- a\n- b'],
  ])('%s', (_, text, at, step, result) => {
    expect(shift(text, at, at, step as 1 | -1)).toBe(result)
  })
  test('several at once', () => {
    expect(shift('- a\n- b\n- c', 1, 2, 1)).toBe('- a\n  - b\n  - c')
  })
})

test.each([
  ['1. a\n1. b\n5. c', '1. a\n2. b\n3. c'],
  ['3. a\n9. b', '3. a\n4. b'],
  ['1. a\n   1. x\n   1. y\n7. b', '1. a\n   1. x\n   2. y\n2. b'],
  ['1. a\n- x\n1. b', '1. a\n- x\n1. b'],
  ['1. a\n\ntext\n\n5. b', '1. a\n\ntext\n\n5. b'],
  ['1. a\n\n   text\n\n5. b', '1. a\n\n   text\n\n2. b'],
])('renumbers %j', (text, result) => {
  expect(renumber(text.split('\n')).join('\n')).toBe(result)
})

describe('keys in a list', () => {
  const run = (text: string, command: typeof toggleTask) => {
    let state = EditorState.create({ doc: text.replace('^', ''), selection: EditorSelection.cursor(text.indexOf('^')) })
    const isDone = command({ state, dispatch: (transaction) => (state = transaction.state) })
    const { head } = state.selection.main
    const doc = state.doc.toString()
    return { isDone, text: `${doc.slice(0, head)}^${doc.slice(head)}` }
  }
  const tab = listKeys.find(({ key }) => key === 'Tab')?.run as unknown as typeof toggleTask
  test('Tab indents the entry, with numbers and cursor', () => {
    expect(run('1. a\n2. b^\n3. c', tab).text).toBe('1. a\n   2. b^\n2. c'.replace('   2.', '   2.'))
    expect(run('text^', tab).isDone).toBe(false)
  })
  const enter = listKeys.find(({ key }) => key === 'Enter')?.run as unknown as typeof toggleTask
  test.each([
    ['- a\n- ^', '- a\n\n^'],
    ['1. a\n2. ^\n\nmore', '1. a\n\n^\n\nmore'],
    ['- [x] a\n- [ ] ^', '- [x] a\n\n^'],
    ['- a\n\n- ^', '- a\n\n^'],
  ])('Enter in an empty entry ends the list, with a blank line after it: %j', (text, result) => {
    expect(run(text, enter)).toEqual({ isDone: true, text: result })
  })
  test.each(['- a^', '- a\n  - ^', 'text^', '- ^', '^- '])('leaves Enter to others: %j', (text) => {
    expect(run(text, enter)).toEqual({ isDone: false, text })
  })
  test('toggles a task', () => {
    expect(run('- [ ] a^', toggleTask).text).toBe('- [x] a^')
    expect(run('- [x] a^', toggleTask).text).toBe('- [ ] a^')
    expect(run('- a^', toggleTask).isDone).toBe(false)
  })
})
