import { DOMParser, Fragment, type Node, type Schema, Slice } from '@milkdown/kit/prose/model'
import { Plugin, TextSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { sanitizePasted } from '#web/features/page/markdown/index.tsx'
import { isAddress, setLink } from '../menus/link-state.ts'
import { cleanHtml, hasStructure, isEditorCode } from './clean-html.ts'
import { isMarkdown } from './detect-markdown.ts'
import { readBlocks, uploadImages } from './page-plugin.ts'
import { tableFromCells } from './table-from-cells.ts'
import { parseTsv } from './tsv.ts'

/** The relevant content of a clipboard. */
interface Held {
  text: string
  html: string
  files: File[]
}

const heldOf = (data: DataTransfer | null): Held => ({
  text: data?.getData('text/plain') ?? '',
  html: data?.getData('text/html') ?? '',
  files: [...(data?.files ?? [])],
})

/** Returns blocks as a slice: a single paragraph is inserted inline. */
function sliceOf(blocks: readonly Node[]): Slice {
  const only = blocks.length === 1 ? blocks[0] : undefined
  const isLine = only?.type.name === 'paragraph'
  const ends = (node: Node | undefined) => (node?.type.name === 'paragraph' ? 1 : 0)
  return new Slice(Fragment.from(blocks), isLine ? 1 : ends(blocks[0]), isLine ? 1 : ends(blocks.at(-1)))
}

/** Returns a text unchanged: each line as a paragraph, or all in one paragraph with breaks. */
function plainSlice(schema: Schema, text: string, inOneLine = false): Slice {
  const { paragraph, hardbreak } = schema.nodes
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  if (inOneLine || lines.length === 1) {
    const parts = lines.flatMap((line, at): Node[] => [
      ...(at > 0 && hardbreak ? [hardbreak.create()] : []),
      ...(line === '' ? [] : [schema.text(line)]),
    ])
    return new Slice(Fragment.from(parts), 0, 0)
  }
  const blocks = lines
    .filter((line) => line.trim() !== '')
    .flatMap((line) => paragraph?.create(null, schema.text(line)) ?? [])
  return new Slice(Fragment.from(blocks), 1, 1)
}

function put(view: EditorView, event: Event, slice: Slice): void {
  const isTaken = view.someProp('handlePaste', (handle) => handle(view, event as ClipboardEvent, slice))
  if (isTaken) return
  const { state } = view
  const { $from } = state.selection
  const isCell = $from.depth > 1 && /^table_(?:cell|header)$/.test($from.node(-1).type.name)
  const tr = state.tr.replaceSelection(isCell ? plainSlice(state.schema, textOf(slice), true) : slice)
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
}

const textOf = ({ content }: Slice) => content.textBetween(0, content.size, '\n', '\n')

/** Returns the file in a data URL; undefined when it is not an image. */
function fileFromDataUrl(address: string, name: string): File | undefined {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,([a-z0-9+/=\s]+)$/i.exec(address) ?? []
  if (data === '') return undefined
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
  return new File([bytes], `${name}.${type.slice(6)}`, { type })
}

function putHtml(view: EditorView, event: Event, html: string, text: string): boolean {
  const root = sanitizePasted(html)
  if (isEditorCode(html) || !hasStructure(root)) return false
  if (isMarkdown(text) && root.querySelector('h1,h2,h3,ul,ol,table,pre') === null) return false
  const images = cleanHtml(root)
  const $context = view.state.selection.$from
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(root, { context: $context })
  if (slice.size > 0) put(view, event, slice)
  const files = images.flatMap((address, at) => fileFromDataUrl(address, `picture-${at + 1}`) ?? [])
  if (files.length > 0) uploadImages(view, files)
  return slice.size > 0 || files.length > 0
}

function putText(view: EditorView, event: Event, text: string): void {
  const { schema } = view.state
  const cells = parseTsv(text)
  const table = cells && tableFromCells(schema, cells)
  if (table) put(view, event, new Slice(Fragment.from(table), 0, 0))
  else if (isMarkdown(text)) put(view, event, sliceOf(readBlocks(view.state, text)))
  else put(view, event, plainSlice(schema, text))
}

/** What was last copied here: it is pasted as the original nodes. */
interface Copied {
  slice: Slice
  html: string
}

function paste(view: EditorView, event: Event, held: Held, isPlain: boolean, copied: Copied | undefined): boolean {
  const { text, html, files } = held
  const { selection, schema } = view.state
  if (
    files.length > 0 &&
    (text === '' || /^<img[^>]*>$/.test(html.replace(/<\/?(?:html|body|meta)[^>]*>|<!--.*?-->|\s*\n\s*/g, '')))
  ) {
    uploadImages(view, files)
    return true
  }
  if (text === '' && html === '') return false
  if (selection.$from.parent.type.spec.code)
    view.dispatch(view.state.tr.insertText(text.replace(/\r\n?/g, '\n')).scrollIntoView())
  else if (isPlain) put(view, event, plainSlice(schema, text))
  else if (copied && copied.html === html) put(view, event, copied.slice)
  else if (
    !selection.empty &&
    selection instanceof TextSelection &&
    isAddress(text) &&
    selection.$from.sameParent(selection.$to)
  ) {
    view.dispatch(setLink(view.state.tr, selection, text.trim()).scrollIntoView())
  } else if (html.includes('data-pm-slice') && text !== '') put(view, event, sliceOf(readBlocks(view.state, text)))
  else if (html === '' || !putHtml(view, event, html, text)) putText(view, event, text)
  return true
}

/**
 * Handles pastes and drops from outside. ProseMirror's own handling never sees them: it parses HTML where the page's
 * policy forbids it, and before it is sanitized.
 */
export function pastePlugin(): Plugin {
  let isPlain = false
  let copied: Copied | undefined
  let slice: Slice | undefined
  return new Plugin({
    props: {
      transformCopied: (copy) => {
        slice = copy
        return copy
      },
      handleDOMEvents: {
        keydown: (_view, event) => {
          isPlain = event.shiftKey && (event.ctrlKey || event.metaKey)
          return false
        },
        keyup: () => {
          isPlain = false
          return false
        },
        paste: (view, event) => {
          const held = heldOf(event.clipboardData)
          if (!view.editable || !paste(view, event, held, isPlain, copied)) return false
          event.preventDefault()
          return true
        },
        drop: (view, event) => {
          if (view.dragging) return false
          const held = heldOf(event.dataTransfer)
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to
          event.preventDefault()
          view.focus()
          const $at = view.state.doc.resolve(at)
          view.dispatch(view.state.tr.setSelection(TextSelection.near($at)))
          if (held.files.length > 0)
            uploadImages(view, held.files, $at.parent.inlineContent ? at : view.state.selection.to)
          else paste(view, event, held, false, undefined)
          return true
        },
      },
    },
    view: (view) => {
      // after ProseMirror has put it on the clipboard
      const remember = (event: ClipboardEvent) => {
        const html = event.clipboardData?.getData('text/html') ?? ''
        copied = slice && html !== '' ? { slice, html } : undefined
        slice = undefined
      }
      view.dom.addEventListener('copy', remember)
      view.dom.addEventListener('cut', remember)
      return {
        destroy: () => {
          view.dom.removeEventListener('copy', remember)
          view.dom.removeEventListener('cut', remember)
        },
      }
    },
  })
}
