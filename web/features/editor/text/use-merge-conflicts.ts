import { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MarkerLabels } from '#shared/text-diff/merge.ts'
import type { SourceView } from '#web/features/editor/source/index.tsx'
import type { Compared } from './comparison.ts'
import type { ConflictBlock } from './merge.ts'
import { relabelMarkers } from './relabel-markers.ts'

/** Whose text is kept for a conflict. */
type Side = 'theirs' | 'mine' | 'both'

/** The conflicts, and what can be done with each. */
export interface MergeConflicts {
  /** The number of conflicts at the beginning. */
  total: number
  /** The number of conflicts still to resolve. */
  left: number
  /** The conflict that is shown, from 1; 0 while none is. */
  at: number
  /** Shows the next conflict (1) or the previous one (-1). */
  go: (step: 1 | -1) => void
  /** Resolves the conflict that is shown. */
  take: (side: Side) => void
  /** Called when the result is ready: shows the first conflict. */
  begin: () => void
  /** Called when the result was changed. */
  count: () => void
}

const sideOfKey: Record<string, Side> = { Digit1: 'theirs', Digit2: 'mine', Digit3: 'both' }

const textOf = ({ mine, theirs }: ConflictBlock, side: Side): string => {
  if (side === 'both') return [mine, theirs].filter((text) => text !== '').join('\n')
  return side === 'mine' ? mine : theirs
}

const isSame = (one: MarkerLabels, other: MarkerLabels) => one.mine === other.mine && one.theirs === other.theirs

/** Scrolls a column to the section that contains a line. */
function showLine(columns: HTMLElement | null, side: 'mine' | 'theirs', line: number) {
  const column = columns?.querySelector(`[data-column="${side}"]`)
  const parts = [...(column?.querySelectorAll<HTMLElement>('[data-from]') ?? [])]
  const part = parts.findLast((one) => Number(one.dataset.from) <= line)
  if (column && part) column.scrollTop = Math.max(0, part.offsetTop - 40)
}

/** Calls `run` at keys with Alt, wherever the focus is, until it returns that it did not handle the key. */
function useKeys(isOn: boolean, run: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || !latest.current(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [isOn])
}

/** Moves through the conflicts of a merged text, and resolves them one by one. */
export function useMergeConflicts(props: {
  compared: Compared
  marks: MarkerLabels
  start: string
  result: RefObject<SourceView | undefined>
  columns: RefObject<HTMLElement | null>
}): MergeConflicts {
  const { compared, marks, start, result, columns } = props
  const { tools, merged } = compared
  const total = merged?.conflicts.length ?? 0
  const [left, setLeft] = useState(() => (total > 0 ? tools.findConflictBlocks(start, marks).length : 0))
  const [at, setAt] = useState(0)
  const timer = useRef(0)
  const view = () => result.current?.view
  const places = () => (total > 0 ? tools.findConflictBlocks(view()?.state.doc.toString() ?? '', marks) : [])
  const show = (found: readonly ConflictBlock[], index: number) => {
    const place = found[index]
    const editor = view()
    setLeft(found.length)
    setAt(place ? index + 1 : 0)
    if (!place || !editor) return
    const { from, to } = place
    editor.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 40 }),
    })
    const conflict = merged?.conflicts.find(({ mine, theirs }) => mine === place.mine && theirs === place.theirs)
    if (!conflict) return
    showLine(columns.current, 'mine', conflict.mineLine)
    showLine(columns.current, 'theirs', conflict.theirsLine)
  }
  const indexOfCursor = (found: readonly ConflictBlock[]) => {
    const head = view()?.state.selection.main.from ?? 0
    return found.findIndex(({ from, to }) => head >= from && head <= to)
  }
  const go = (step: 1 | -1) => {
    const found = places()
    if (found.length === 0) return show(found, -1)
    const here = indexOfCursor(found)
    const head = view()?.state.selection.main.from ?? 0
    const next = found.findIndex(({ from }) => from > head)
    if (here >= 0 && at > 0) return show(found, (here + step + found.length) % found.length)
    const before = (next < 0 ? found.length : next) - 1
    show(found, step === 1 ? Math.max(0, next) : (before + found.length) % found.length)
  }
  const take = (side: Side) => {
    const found = places()
    const index = Math.max(0, indexOfCursor(found))
    const place = found[index]
    const editor = view()
    if (!place || !editor) return
    const text = textOf(place, side)
    // an empty replacement removes its line as well
    const to = text === '' && place.to < editor.state.doc.length ? place.to + 1 : place.to
    editor.dispatch({ changes: { from: place.from, to, insert: text }, userEvent: 'input.paste' })
    const rest = places()
    show(rest, rest.length === 0 ? -1 : Math.min(index, rest.length - 1))
  }
  const spoken = useRef([marks])
  const rename = () => {
    const editor = view()
    const former = spoken.current.filter((one) => !isSame(one, marks))
    if (editor) relabelMarkers(editor, tools, former, marks)
  }
  useEffect(() => {
    rename()
    if (!spoken.current.some((one) => isSame(one, marks))) spoken.current.push(marks)
  })
  useKeys(total > 0, (event) => {
    const side = sideOfKey[event.code]
    if (side) take(side)
    else if (event.key === 'PageDown') go(1)
    else if (event.key === 'PageUp') go(-1)
    else return false
    return true
  })
  return {
    total,
    left,
    at,
    go,
    take,
    begin: () => {
      if (total > 0) show(places(), 0)
    },
    count: () => {
      rename() // an undo brings back markers of the former language
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setLeft(places().length), 200)
    },
  }
}
