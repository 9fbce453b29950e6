import {
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state'

const typed = (spec: TransactionSpec): TransactionSpec => ({ ...spec, scrollIntoView: true, userEvent: 'input.format' })

const runBefore = (text: string, sign: string) => text.length - text.replace(new RegExp(`\\${sign}+$`), '').length
const runAfter = (text: string, sign: string) => text.length - text.replace(new RegExp(`^\\${sign}+`), '').length

/** Returns whether character runs on both sides mean this mark: three asterisks are bold and italic at once. */
const isMarked = (before: number, after: number, mark: string) => {
  const count = Math.min(before, after)
  return mark === '*' ? count === 1 || count >= 3 : count >= mark.length
}

/** Returns whether a mark is open at the end of `before`, the text of a line up to the cursor. */
const isOpen = (before: string, mark: string) => {
  const sign = mark.charAt(0)
  const runs = before.match(new RegExp(`\\${sign}+`, 'g')) ?? []
  return runs.filter(({ length }) => isMarked(length, length, mark)).length % 2 === 1
}

/** Returns the word around the cursor; none when the cursor is at its end, where the user continues writing. */
function wordAround(state: EditorState, at: number) {
  const word = state.wordAt(at)
  return word && word.from < at && at < word.to ? word : null
}

/**
 * Puts `mark` around each selection, or around the word at the cursor; removes it where it is already present.
 * Elsewhere the text typed next is marked, until the key is pressed again.
 */
export const toggleMark =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const sign = mark.charAt(0)
    const spec = state.changeByRange((range) => {
      const line = state.doc.lineAt(range.from)
      const word = range.empty ? wordAround(state, range.head) : null
      const { from, to } = word ?? range
      const before = runBefore(state.sliceDoc(Math.max(line.from, from - 3), from), sign)
      const after = runAfter(state.sliceDoc(to, to + 3), sign)
      const size = mark.length
      const isTyped = range.empty && !word && before === 0
      if (isTyped && isMarked(after, after, mark) && isOpen(state.sliceDoc(line.from, from), mark))
        return { range: EditorSelection.cursor(from + size) }
      if (isMarked(before, after, mark)) {
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(range.anchor - size, range.head - size),
        }
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(range.anchor + size, range.head + size),
      }
    })
    dispatch(state.update(typed(spec)))
    return true
  }

function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of state.selection.ranges) {
    const last = state.doc.lineAt(to).number
    for (let at = state.doc.lineAt(from).number; at <= last; at += 1) lines.set(at, state.doc.line(at))
  }
  return [...lines.values()]
}

/** Rewrites the start of the selected lines; `next` returns the replacement of the first `length` characters. */
function rewriteStarts(
  state: EditorState,
  next: (line: Line, at: number) => { from: number; length: number; insert: string } | undefined,
): TransactionSpec {
  const lines = selectedLines(state)
  const filled = lines.length > 1 ? lines.filter((line) => line.text.trim() !== '') : lines
  const changes = filled.flatMap((line, at) => {
    const one = next(line, at)
    return one ? [{ from: line.from + one.from, to: line.from + one.from + one.length, insert: one.insert }] : []
  })
  const set = state.changes(changes)
  return typed({ changes: set, selection: state.selection.map(set, 1) })
}

/** Makes the selected lines headings of this level; level 0, or the level they already have, makes them plain text. */
export const setHeading =
  (level: number): StateCommand =>
  ({ state, dispatch }) => {
    const sign = `${'#'.repeat(level)} `
    const had = (line: Line) => /^#{1,6}\s+/.exec(line.text)?.[0] ?? ''
    const isOff = level === 0 || selectedLines(state).every((line) => had(line) === sign)
    const insert = isOff ? '' : sign
    dispatch(state.update(rewriteStarts(state, (line) => ({ from: 0, length: had(line).length, insert }))))
    return true
  }

/** The line types that a marker at the start of the line creates. */
type LineKind = 'bullet' | 'ordered' | 'task'

const kindOf = (mark: string): LineKind | undefined => {
  if (/^[-*+] \[/.test(mark)) return 'task'
  if (/^[-*+]/.test(mark)) return 'bullet'
  return mark ? 'ordered' : undefined
}
const signOf: Record<LineKind, (at: number) => string> = {
  bullet: () => '- ',
  ordered: (at) => `${at + 1}. `,
  task: () => '- [ ] ',
}

/** Makes the selected lines a list, or plain text when they are already a list of this kind. */
export const toggleList =
  (kind: LineKind): StateCommand =>
  ({ state, dispatch }) => {
    const parts = (line: Line) => {
      const [, indent = '', mark = ''] = /^(\s*)([-*+] \[[ xX]\] |[-*+] |\d{1,9}[.)] )?/.exec(line.text) ?? []
      return { indent, mark }
    }
    const isOff = selectedLines(state).every((line) => line.text.trim() === '' || kindOf(parts(line).mark) === kind)
    const isBare = selectedLines(state).every((line) => parts(line).mark === '')
    const spec = rewriteStarts(state, (line, at) => {
      const { indent, mark } = parts(line)
      return { from: indent.length, length: mark.length, insert: isOff && !isBare ? '' : signOf[kind](at) }
    })
    dispatch(state.update(spec))
    return true
  }

/** Quotes the selected lines, or removes the quote. */
export const toggleQuote: StateCommand = ({ state, dispatch }) => {
  const mark = (line: Line) => /^> ?/.exec(line.text)?.[0] ?? ''
  const isOff = selectedLines(state).every((line) => mark(line) !== '')
  const spec = rewriteStarts(state, (line) => ({
    from: 0,
    length: isOff ? mark(line).length : 0,
    insert: isOff ? '' : '> ',
  }))
  dispatch(state.update(spec))
  return true
}

const addressLike = /^(https?:\/\/|mailto:|\/)\S+$/

/** Makes the selection a link; a selected address becomes the link's target. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const spec = state.changeByRange(({ from, to }) => {
    const text = state.sliceDoc(from, to)
    if (addressLike.test(text)) {
      return { changes: { from, to, insert: `[](${text})` }, range: EditorSelection.cursor(from + 1) }
    }
    const at = from + text.length + 3
    const insert = `[${text}](https://)`
    const range = text ? EditorSelection.range(at, at + 8) : EditorSelection.cursor(from + 1)
    return { changes: { from, to, insert }, range }
  })
  dispatch(state.update(typed(spec)))
  return true
}

/** Makes the selection a link; without a selection, leaves the key to other handlers. */
export const linkSelection: StateCommand = (target) => (target.state.selection.main.empty ? false : insertLink(target))

/**
 * Inserts a block on lines of its own, surrounded by blank lines and indented like the line it begins on; `select` is
 * the part of it to select.
 */
export function insertBlock(state: EditorState, block: string, select: [number, number]): TransactionSpec {
  const { from, to } = state.selection.main
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  const head = state.sliceDoc(first.from, from)
  const isAfterText = first.number > 1 && state.doc.line(first.number - 1).text.trim() !== ''
  const before = head.trim() ? '\n\n' : isAfterText ? '\n' : ''
  const tail = state.sliceDoc(to, last.to)
  const isBeforeText = last.number < state.doc.lines && state.doc.line(last.number + 1).text.trim() !== ''
  const after = tail.trim() ? '\n\n' : isBeforeText ? '\n' : ''
  const start = from + before.length
  const indent = from < to || head.trim() ? '' : head
  const indented = (text: string) => text.replaceAll(/\n(?=.)/g, `\n${indent}`)
  const [anchor, end] = select.map((at) => start + indented(block.slice(0, at)).length)
  return typed({
    changes: { from, to, insert: `${before}${indented(block)}${after}` },
    selection: EditorSelection.range(anchor ?? start, end ?? start),
  })
}

/** Inserts a table of two columns, with its first heading selected. */
export const insertTable =
  (heading: string): StateCommand =>
  ({ state, dispatch }) => {
    const block = `| ${heading} 1 | ${heading} 2 |\n| --- | --- |\n|  |  |\n|  |  |`
    dispatch(state.update(insertBlock(state, block, [2, heading.length + 4])))
    return true
  }

/** Makes the selection a code block and puts the cursor where the language goes. */
export const insertCodeBlock: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const code = state.sliceDoc(from, to)
  const longest = Math.max(2, ...[...code.matchAll(/^`{3,}/gm)].map(([fence]) => fence.length))
  const fence = '`'.repeat(longest + 1)
  dispatch(state.update(insertBlock(state, `${fence}\n${code}\n${fence}`, [fence.length, fence.length])))
  return true
}

/** Inserts a multi-line text at the cursor, on lines of its own; the selection stays. */
export const insertText =
  (text: string): StateCommand =>
  ({ state, dispatch }) => {
    const block = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
    const { to } = state.selection.main
    const at = state.update({ selection: { anchor: to } }).state
    dispatch(state.update(insertBlock(at, block, [block.length, block.length])))
    return true
  }
