import { findNodeAtOffset, getNodePath } from 'jsonc-parser'
import { toFieldText } from '#shared/api-doc/json-text.ts'
import type { EditorHandle } from '#web/features/editor/core/index.tsx'
import { valueAt } from './api-source.ts'
import type { ApiStore } from './api-store.ts'
import { type FocusTarget, pathMark, type TextCursor } from './edit-context.ts'
import { getLineAndColumn, isFault, nodeAt, offsetOfLine, type Path, setAt } from './json-source-edit.ts'

/** The cursor position in the form; it survives unmounting of the form. */
export class FormCursor {
  #aim: FocusTarget | undefined
  #mark = ''
  readonly #listeners = new Set<() => void>()
  /** The last position in a Markdown text. */
  cursor: TextCursor | undefined

  readonly note = (cursor: TextCursor): void => {
    this.cursor = cursor
  }

  readonly aim = (): FocusTarget | undefined => this.#aim

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Requests that a part of the document is shown and focused. */
  aimAt(path: Path): void {
    this.#aim = { path }
    for (const listener of this.#listeners) listener()
  }

  /** Returns the path of the control that has the focus, or had it last. */
  markIn(pane: HTMLElement | null): string {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && pane?.contains(focused) && focused.dataset['path'])
      this.#mark = focused.dataset['path']
    return this.#mark
  }
}

const remark: Path = ['info', 'remark']
const pathOf = (mark: string): Path => mark.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/**
 * Creates the editor handle of the form. Text is inserted at the cursor of a Markdown text, else at the end of the
 * remark.
 */
export function createEditorHandle(store: ApiStore, state: FormCursor, pane: () => HTMLElement | null): EditorHandle {
  const markdownAt = (path: Path) => {
    const { read } = store.get()
    return isFault(read) ? '' : toFieldText(valueAt(read.value, path))
  }
  const put = (path: Path, text: string, end: number) => {
    store.change((source) => setAt(source, path, text))
    state.note({ path, from: end, to: end })
  }
  const replaceSelected = (markdown: string) => {
    const cursor = state.cursor
    const text = markdownAt(cursor?.path ?? remark)
    if (!cursor || cursor.to > text.length) {
      const joined = text === '' ? markdown : `${text.replace(/\n*$/, '')}\n\n${markdown}`
      put(remark, joined, joined.length)
      return
    }
    put(cursor.path, text.slice(0, cursor.from) + markdown + text.slice(cursor.to), cursor.from + markdown.length)
  }
  return {
    kind: 'api',
    read: () => store.get().text,
    write: (text) => store.write(text),
    insert: (markdown) => {
      const { cursor } = state
      const before = cursor ? markdownAt(cursor.path).slice(0, cursor.to) : ''
      if (!markdown.includes('\n') || !cursor) return replaceSelected(markdown)
      state.note({ ...cursor, from: cursor.to })
      const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n'
      replaceSelected(`${gap}${markdown.replace(/\n+$/, '')}\n`)
    },
    selected: () => (state.cursor ? markdownAt(state.cursor.path).slice(state.cursor.from, state.cursor.to) : ''),
    replaceSelected,
    line: () => {
      const { text, read } = store.get()
      const mark = state.markIn(pane())
      const node = mark === '' || isFault(read) ? undefined : nodeAt(read, pathOf(mark))
      return node ? getLineAndColumn(text, node.offset).line : 1
    },
    goToLine: (line) => {
      const { text, read } = store.get()
      if (isFault(read)) return
      const start = offsetOfLine(text, line)
      const offset = start + (/^\s*/.exec(text.slice(start))?.[0].length ?? 0)
      const node = findNodeAtOffset(read.root, offset, true)
      if (node) state.aimAt(getNodePath(node.type === 'property' ? (node.children?.[1] ?? node) : node))
    },
    focus: () => {
      const box = pane()
      const mark = state.markIn(box)
      const last = mark === '' ? null : box?.querySelector<HTMLElement>(`[data-path="${mark}"]`)
      const address = box?.querySelector<HTMLElement>(`[data-path="${pathMark(['info', 'url'])}"], [contenteditable]`)
      ;(last ?? address)?.focus()
    },
  }
}
