import {
  defaultValueCtx,
  Editor,
  editorStateTimerCtx,
  editorViewCtx,
  ParserReady,
  parserCtx,
  rootCtx,
  SerializerReady,
  schemaCtx,
  serializerCtx,
} from '@milkdown/kit/core'
import { createTimer, type MilkdownPlugin } from '@milkdown/kit/ctx'
import { history } from '@milkdown/kit/plugin/history'
import type { Node, Slice } from '@milkdown/kit/prose/model'
import { type EditorState, Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { type LosslessDocument, openLossless } from './document/lossless.ts'
import { menuPlugins } from './menus/index.ts'
import { type VisualPage, visualPageCtx } from './page-ctx.ts'
import { pastePlugins } from './paste/index.ts'
import { behaviourPlugins, schemaPlugins } from './schema/index.ts'
import { viewPlugins } from './views/index.ts'

/** A visual editor in an element. */
export interface VisualEditor {
  view: EditorView
  /** The complete texts that it has held, the latest last: an undo restores a former one. */
  documents: LosslessDocument[]
  destroy: () => void
}

/** Parses and serializes for Milkdown's own commands and for the clipboard, in place of remark. */
const LosslessReady = createTimer('LosslessReady')
const losslessPlugin =
  (text: string, documents: LosslessDocument[]): MilkdownPlugin =>
  (ctx) => {
    ctx.record(LosslessReady)
    ctx.update(editorStateTimerCtx, (timers) => [...timers, LosslessReady])
    return async () => {
      await Promise.all([ctx.wait(ParserReady), ctx.wait(SerializerReady)])
      const schema = ctx.get(schemaCtx)
      const opened = openLossless(schema, text)
      documents.push(opened)
      let isOpened = false
      ctx.set(parserCtx, (markdown) => {
        if (!isOpened && markdown === text) {
          isOpened = true
          return opened.doc
        }
        const blocks = opened.parse(markdown)
        return schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')])
      })
      ctx.set(serializerCtx, (doc) => opened.write(doc.children))
      ctx.done(LosslessReady)
      return () => void ctx.clearTimer(LosslessReady)
    }
  }

/** Copies text as Markdown. */
const clipboardPlugin = (documents: LosslessDocument[]) =>
  $prose(() => new Plugin({ props: { clipboardTextSerializer: (slice) => sliceToMarkdown(documents.at(-1), slice) } }))

/**
 * Returns the Markdown of a slice of a document; part of a line is written as in that line, code alone as plain text.
 */
export function sliceToMarkdown(lossless: LosslessDocument | undefined, { content }: Slice): string {
  const first = content.firstChild
  if (!lossless || !first) return ''
  if (first.type.spec.code && content.childCount === 1) return first.textContent
  if (!first.isInline) return lossless.write(content.content)
  return lossless.write([first.type.schema.node('paragraph', null, content)])
}

const changePlugin = (onChange: (doc: Node) => void) =>
  $prose(
    () =>
      new Plugin({
        view: () => ({
          update: ({ state }, former) => {
            if (state.doc !== former.doc) onChange(state.doc)
          },
        }),
      }),
  )

/** Returns whether a backtick before the cursor opens code that the next backtick will close. */
function isBehindBacktick({ selection: { $from } }: EditorState): boolean {
  let count = 0
  $from.parent.nodesBetween(0, $from.parentOffset, (node, pos) => {
    if (!node.isText || node.marks.some(({ type }) => type.spec.code)) return
    count += (node.text ?? '').slice(0, $from.parentOffset - pos).split('`').length - 1
  })
  return count % 2 === 1
}

/**
 * Makes text typed at an edge of inline code plain when the cursor was moved there, and code when the user typed up to
 * there or has switched code on. Between two backticks, characters have no special meaning: they create no bold text
 * and no link before the second backtick is typed.
 */
const codeEdgePlugin = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, _former, state) {
      const code = state.schema.marks['inlineCode']
      const { $from, empty } = state.selection
      const marks = $from.marks()
      if (!code || !empty || state.storedMarks || !code.isInSet(marks)) return null
      const isBehind = code.isInSet($from.nodeBefore?.marks ?? []) !== undefined
      const isBefore = code.isInSet($from.nodeAfter?.marks ?? []) !== undefined
      if (isBehind && (isBefore || transactions.some(({ docChanged }) => docChanged))) return null
      return state.tr.setStoredMarks(code.removeFromSet(marks))
    },
    props: {
      handleTextInput(view, from, to, text) {
        const { state } = view
        if (!/^[*_~)\]]$/.test(text) || view.composing || state.selection.$from.parent.type.spec.code) return false
        if (!isBehindBacktick(state)) return false
        view.dispatch(state.tr.insertText(text, from, to).scrollIntoView())
        return true
      },
    },
  })

type Place = Pick<Selection, 'anchorNode' | 'anchorOffset' | 'focusNode' | 'focusOffset'>

const placeOf = (selection: Selection | null): Place | undefined =>
  selection
    ? {
        anchorNode: selection.anchorNode,
        anchorOffset: selection.anchorOffset,
        focusNode: selection.focusNode,
        focusOffset: selection.focusOffset,
      }
    : undefined

const isSame = (a: Place | undefined, b: Place | undefined) =>
  a?.anchorNode === b?.anchorNode &&
  a?.anchorOffset === b?.anchorOffset &&
  a?.focusNode === b?.focusNode &&
  a?.focusOffset === b?.focusOffset

/**
 * Makes user actions apply at the current cursor position. The browser moves the cursor immediately but reports it in a
 * later task; a key pressed before that, as under load, would act at the old position: after Ctrl+A and End, on
 * everything. It must come before all plugins that handle events.
 */
function freshSelectionPlugin(): Plugin {
  const selection = () => placeOf(document.getSelection())
  let told: Place | undefined
  const tell = () => {
    if (!isSame(told, selection())) document.dispatchEvent(new Event('selectionchange'))
    return false
  }
  const onKey = ({ composing }: { composing: boolean }, event: KeyboardEvent) =>
    !composing && !event.isComposing && tell()
  return new Plugin({
    props: { handleDOMEvents: { keydown: onKey, paste: tell, cut: tell, copy: tell } },
    view: () => {
      const onTold = () => {
        told = selection()
      }
      document.addEventListener('selectionchange', onTold)
      return { destroy: () => document.removeEventListener('selectionchange', onTold) }
    },
  })
}

/** Creates a visual editor of `text` in `root`. `onChange` is called at each change of the document. */
export async function createVisualEditor(
  root: HTMLElement,
  options: VisualPage & { text: string; onChange: () => void },
): Promise<VisualEditor> {
  const { text, item_id, page_id, entries, onChange } = options
  const documents: LosslessDocument[] = []
  const editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root)
      ctx.set(defaultValueCtx, text)
      ctx.set(visualPageCtx.key, { item_id, page_id, entries })
    })
    .use(visualPageCtx)
    .use([$prose(freshSelectionPlugin), $prose(codeEdgePlugin), ...viewPlugins, ...menuPlugins, ...pastePlugins].flat())
    .use([...schemaPlugins, ...behaviourPlugins])
    .use([history, losslessPlugin(text, documents), clipboardPlugin(documents), changePlugin(onChange)].flat())
    .create()
  const view = editor.ctx.get(editorViewCtx)
  return { view, documents, destroy: () => void editor.destroy() }
}
