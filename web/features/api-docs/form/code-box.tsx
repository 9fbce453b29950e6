import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  type StreamParser,
  syntaxHighlighting,
} from '@codemirror/language'
import { EditorState, type Extension, Prec, Transaction } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import styles from './code-box.module.css'

/** Handle of a code box. */
export interface CodeBoxHandle {
  /** Moves the cursor to a line and column, both from 1. */
  goTo: (line: number, column: number) => void
  focus: () => void
}

const json: StreamParser<null> = {
  name: 'json',
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null
    if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName'
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/^\{\{[^}"]*\}\}/)) return 'keyword'
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number'
    if (stream.match(/^(?:true|false|null)\b/)) return 'bool'
    stream.next()
    return null
  },
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool], color: 'var(--warn)' },
  { tag: tags.keyword, color: 'var(--method-patch)' },
])

const textStyles = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: 'var(--fs-sm)', maxHeight: '480px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', minHeight: '120px' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg-side)', color: 'var(--text-3)', borderRight: '1px solid var(--border)' },
  '.cm-cursor': { borderLeft: '2px solid var(--accent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', color: 'inherit' },
  '.cm-placeholder': { color: 'var(--text-3)' },
})

const base: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  EditorState.tabSize.of(2),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  StreamLanguage.define(json),
  syntaxHighlighting(colours),
  textStyles,
]

function describe(
  content: HTMLElement,
  given: { label: string; mark: string; describedBy: string | undefined; isInvalid: boolean },
): void {
  content.setAttribute('aria-label', given.label)
  content.dataset['path'] = given.mark
  content.setAttribute('aria-describedby', given.describedBy ?? '')
  content.setAttribute('aria-invalid', String(given.isInvalid))
}

/** Editable code, with JSON highlighted. Tab moves the focus out of it. */
export function CodeBox(props: {
  label: string
  value: string
  onValue: (value: string) => void
  placeholder?: string
  /** The path of the text in the document. */
  mark: string
  describedBy?: string | undefined
  isInvalid?: boolean
  ref?: Ref<CodeBoxHandle>
}) {
  const { label, value, mark, describedBy, isInvalid = false, ref } = props
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const box = parent.current
    if (!box) return
    const first = latest.current
    const made = new EditorView({
      parent: box,
      doc: first.value,
      extensions: [
        Prec.highest(EditorView.cspNonce.of(globalThis.__webpack_nonce__ ?? '')),
        base,
        placeholder(first.placeholder ?? ''),
        EditorView.contentAttributes.of({ 'aria-label': first.label, 'data-path': first.mark }),
        EditorView.updateListener.of((update) => {
          const isOurs = update.transactions.some((one) => one.annotation(Transaction.remote))
          if (update.docChanged && !isOurs) latest.current.onValue(made.state.sliceDoc())
        }),
      ],
    })
    view.current = made
    return () => {
      view.current = undefined
      made.destroy()
    }
  }, [])
  useEffect(() => {
    const made = view.current
    if (!made || made.state.sliceDoc() === value.replaceAll(/\r\n?/g, '\n')) return
    made.dispatch({
      changes: { from: 0, to: made.state.doc.length, insert: value },
      annotations: Transaction.remote.of(true),
    })
  }, [value])
  useEffect(() => {
    const content = view.current?.contentDOM
    if (content) describe(content, { label, mark, describedBy, isInvalid })
  }, [label, mark, describedBy, isInvalid])
  useImperativeHandle(
    ref,
    (): CodeBoxHandle => ({
      focus: () => view.current?.focus(),
      goTo: (line, column) => {
        const made = view.current
        if (!made) return
        const at = made.state.doc.line(Math.min(line, made.state.doc.lines))
        const anchor = Math.min(at.from + column - 1, at.to)
        made.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
        made.focus()
      },
    }),
    [],
  )
  return <div ref={parent} className={styles.box} data-invalid={isInvalid || undefined} />
}
