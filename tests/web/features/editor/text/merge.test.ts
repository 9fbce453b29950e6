import { history, undo } from '@codemirror/commands'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { diffLines, mergeTexts } from '#shared/text-diff/merge.ts'
import { findConflictBlocks, hasConflictMarkers, relabelingChanges } from '#web/features/editor/text/merge.ts'
import { relabelMarkers } from '#web/features/editor/text/relabel-markers.ts'

const marks = { mine: 'Yours', theirs: 'Theirs' }
const merge = (base: string, mine: string, theirs: string) => mergeTexts(base, mine, theirs, marks)

describe('differences', () => {
  test('marks only the changed lines', () => {
    expect(diffLines('a\nb\nc', 'a\nX\nc')).toEqual([
      { kind: 'same', lines: ['a'] },
      { kind: 'theirs', lines: ['b'] },
      { kind: 'mine', lines: ['X'] },
      { kind: 'same', lines: ['c'] },
    ])
  })

  test('ignores line endings and a missing last one', () => {
    expect(diffLines('a\r\nb', 'a\nb')).toEqual([{ kind: 'same', lines: ['a', 'b'] }])
    expect(diffLines('a', 'a\nb')).toEqual([
      { kind: 'same', lines: ['a'] },
      { kind: 'mine', lines: ['b'] },
    ])
  })

  test('either text may be empty', () => {
    expect(diffLines('', '')).toEqual([{ kind: 'same', lines: [''] }])
    expect(diffLines('', 'a').map(({ kind }) => kind)).toEqual(['theirs', 'mine'])
  })

  test('handles thousands of different lines', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join('\n')
    const parts = diffLines(lines('a'), `${lines('a')}\nlast`)
    expect(parts.map(({ kind, lines: { length } }) => [kind, length])).toEqual([
      ['same', 20_000],
      ['mine', 1],
    ])
  })
})

describe('merging', () => {
  test('merges changes in different places', () => {
    expect(merge('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nD')).toEqual({ text: 'A\nb\nc\nD', conflicts: [] })
    expect(merge('a\nb\nc', 'a\nc', 'a\nb\nc\nd')).toEqual({ text: 'a\nc\nd', conflicts: [] })
  })

  test('takes the same change on both sides once', () => {
    expect(merge('a\nb', 'a\nX', 'a\nX')).toEqual({ text: 'a\nX', conflicts: [] })
  })

  test('puts both sides between conflict markers where the same lines changed', () => {
    const { text, conflicts } = merge('a\nb\nc', 'a\nM\nc', 'a\nT\nc')
    expect(text).toBe('a\n<<<<<<< Yours\nM\n======= Yours / Theirs\nT\n>>>>>>> Theirs\nc')
    expect(conflicts).toEqual([{ mine: 'M', theirs: 'T', mineLine: 1, theirsLine: 1 }])
    expect(hasConflictMarkers(text, marks)).toBe(true)
    expect(hasConflictMarkers('<<<<<<< HEAD\nabout git', marks)).toBe(false)
  })

  test('keeps two insertions at the same position', () => {
    const { text, conflicts } = merge('a\nb', 'a\nM\nb', 'a\nT\nb')
    expect(conflicts).toHaveLength(1)
    expect(text).toContain('M')
    expect(text).toContain('T')
  })

  test('never loses a line of either side', () => {
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    const changed = (lines: string[], sign: string) => {
      const copy = [...lines]
      for (let n = 0; n < 4; n += 1) copy.splice(next(copy.length + 1), next(3), `${sign}${next(1000)}`)
      return copy
    }
    for (let round = 0; round < 200; round += 1) {
      const base = Array.from({ length: 12 }, (_, at) => `l${at}`)
      const [mine, theirs] = [changed(base, 'm'), changed(base, 't')]
      const { text } = merge(base.join('\n'), mine.join('\n'), theirs.join('\n'))
      const result = new Set(text.split('\n'))
      for (const line of [...mine, ...theirs]) if (/^[mt]/.test(line)) expect(result).toContain(line)
    }
  })

  // a small vocabulary, so that changes often meet
  const random = (start: number) => {
    let seed = start
    return (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
  }
  const words = ['one', 'two', 'three', '', '=======', '# Heading', '表格', '| a | b |', '```']

  test('finds the conflicts of a merged text, and resolving them adds no foreign line', () => {
    const next = random(11)
    const anyLine = () => words[next(words.length)] ?? ''
    const changed = (lines: string[]) => {
      const copy = [...lines]
      for (let n = 0; n < 3; n += 1) copy.splice(next(copy.length + 1), next(3), `${anyLine()} ${next(50)}`, anyLine())
      return copy
    }
    for (let round = 0; round < 400; round += 1) {
      const base = Array.from({ length: 4 + next(12) }, anyLine)
      const [mine, theirs] = [changed(base), changed(base)]
      const { text, conflicts } = merge(base.join('\n'), mine.join('\n'), theirs.join('\n'))
      const places = findConflictBlocks(text, marks)
      expect(places.map(({ mine: my, theirs: their }) => [my, their])).toEqual(
        conflicts.map(({ mine: my, theirs: their }) => [my, their]),
      )
      for (const { mine: my, mineLine, theirs: their, theirsLine } of conflicts) {
        if (my !== '') expect(mine.slice(mineLine, mineLine + my.split('\n').length).join('\n')).toBe(my)
        if (their !== '') expect(theirs.slice(theirsLine, theirsLine + their.split('\n').length).join('\n')).toBe(their)
      }
      const both = new Set(text.split('\n'))
      const inBase = new Set(base)
      for (const line of [...mine, ...theirs]) if (!inBase.has(line)) expect(both).toContain(line)
    }
  })

  test('an unchanged side gives the other one', () => {
    const next = random(5)
    for (let round = 0; round < 200; round += 1) {
      const base = Array.from({ length: next(9) }, () => words[next(words.length)]).join('\n')
      const other = Array.from({ length: next(9) }, () => words[next(words.length)]).join('\n')
      expect(merge(base, other, base)).toEqual({ text: other, conflicts: [] })
      expect(merge(base, base, other)).toEqual({ text: other, conflicts: [] })
      expect(merge(base, other, other)).toEqual({ text: other, conflicts: [] })
    }
  })
})

test('writes conflict markers in another language and finds them again', () => {
  const { text } = merge('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc')
  const chinese = { mine: '你的', theirs: '对方' }
  let next = ''
  let at = 0
  for (const { from, to, insert } of relabelingChanges(text, marks, chinese)) {
    next += text.slice(at, from) + insert
    at = to
  }
  next += text.slice(at)
  expect(next).toBe(mergeTexts('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc', chinese).text)
  expect(findConflictBlocks(next, chinese)).toMatchObject([{ mine: 'mine', theirs: 'theirs' }])
  expect(relabelingChanges('plain\n=======', marks, chinese)).toEqual([])
})

test('undo after a change of the language restores only markers that are found', () => {
  const editor = {
    state: EditorState.create({
      doc: merge('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc').text,
      extensions: history(),
    }),
    dispatch: (spec: TransactionSpec) => {
      editor.state = editor.state.update(spec).state
    },
  }
  const chinese = { mine: '你的', theirs: '对方' }
  const tools = { relabelingChanges: relabelingChanges }
  const [place] = findConflictBlocks(editor.state.doc.toString(), marks)
  editor.dispatch({ changes: { from: place?.from ?? 0, to: place?.to ?? 0, insert: 'mine' } })
  relabelMarkers(editor, tools, [marks], chinese)
  undo({ state: editor.state, dispatch: (step) => (editor.state = step.state) })
  expect(hasConflictMarkers(editor.state.doc.toString(), chinese)).toBe(false)
  relabelMarkers(editor, tools, [marks], chinese)
  expect(findConflictBlocks(editor.state.doc.toString(), chinese)).toMatchObject([{ mine: 'mine', theirs: 'theirs' }])
  relabelMarkers(editor, tools, [chinese], marks)
  expect(findConflictBlocks(editor.state.doc.toString(), marks)).toHaveLength(1)
  undo({ state: editor.state, dispatch: () => expect.fail('there is nothing to undo') })
})
