import type { Node } from '@milkdown/kit/prose/model'
import { type EditorState, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { addImages } from './uploads.ts'

/** The page that is written, as far as pasting must know it. */
export interface PageContext {
  /** Where pictures are uploaded to; `page_id` is 0 until a new page was saved. */
  target: () => { item_id: number; page_id: number }
  /** The document that a Markdown text stands for. */
  parse: (markdown: string) => Node
}

const key = new PluginKey<PageContext>('docstead-page')

/** Holds which page is written. */
export const pagePlugin = (page: PageContext): Plugin<PageContext> =>
  new Plugin<PageContext>({ key, state: { init: () => page, apply: (_tr, held) => held } })

/** The blocks that a Markdown text stands for, read as the document is read. */
export const readBlocks = (state: EditorState, markdown: string): readonly Node[] =>
  key.getState(state)?.parse(markdown).children ?? []

/** Uploads pictures to the page that is written and puts them in. */
export const uploadImages = (view: EditorView, files: readonly File[], at?: number): void => {
  const page = key.getState(view.state)
  if (page) addImages(view, files, page.target(), at).catch(reportError)
}
