import type { Node } from '@milkdown/kit/prose/model'
import { type EditorState, Plugin, PluginKey, Selection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'

import { imageTypes } from '#web/lib/upload.ts'
import { createElement } from '../views/dom.ts'

import { addImages } from './uploads.ts'

/** The page data that pasting needs. */
interface PageContext {
  /** Where images are uploaded to; `page_id` is 0 until a new page has been saved. */
  target: () => { item_id: number; page_id: number }
  /** Parses a Markdown text into a document. */
  parse: (markdown: string) => Node
}

const key = new PluginKey<PageContext>('docstead-page')

/** Stores the page that is edited. */
export const pagePlugin = (page: PageContext): Plugin<PageContext> =>
  new Plugin<PageContext>({ key, state: { init: () => page, apply: (_tr, held) => held } })

/** Parses a Markdown text into blocks, as the document is parsed. */
export const readBlocks = (state: EditorState, markdown: string): readonly Node[] =>
  key.getState(state)?.parse(markdown).children ?? []

/** Uploads images to the current page and inserts them. */
export const uploadImages = (view: EditorView, files: readonly File[], at?: number): void => {
  const page = key.getState(view.state)
  if (page) addImages(view, files, page.target(), at).catch(reportError)
}

/** Lets the user choose images, and inserts them at the cursor. */
export function chooseImages(view: EditorView): void {
  const input = createElement('input', { type: 'file', accept: imageTypes, multiple: '' })
  input.addEventListener('change', () => {
    view.focus()
    uploadImages(view, [...(input.files ?? [])])
  })
  input.click()
}

/** Converts a protected block after its source was edited: into a table, for example, when it is no longer HTML. */
export function reparseBlock(view: EditorView, pos: number, source: string): void {
  const { state } = view
  const node = state.doc.nodeAt(pos)
  const blocks = readBlocks(state, source)
  const only = blocks.length === 1 ? blocks[0] : undefined
  if (!node || blocks.length === 0 || only?.type === node.type) return
  const tr = state.tr.replaceWith(pos, pos + node.nodeSize, blocks)
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos + 1, tr.doc.content.size)))))
}
