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
import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import type { InsertEntry } from '#web/features/editor/core/index.tsx'
import { type LosslessDocument, openLossless } from './document/lossless.ts'
import { findPlugin } from './find/find-commands.ts'
import { blockMenuPlugin } from './menus/block-commands.ts'
import { belowPlugin, codeEdgePlugin, freshSelectionPlugin } from './menus/cursor.ts'
import { keysPlugin } from './menus/keys.ts'
import { layerPlugin } from './menus/layer-plugin.tsx'
import { linkPlugin } from './menus/link-state.ts'
import { slashPlugin } from './menus/slash-state.ts'
import { pagePlugin } from './paste/page-plugin.ts'
import { pastePlugin } from './paste/paste-plugin.ts'
import { uploadsPlugin } from './paste/uploads.ts'
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

/** Creates a visual editor of `text` in `root`. `onChange` is called at each change of the document. */
export async function createVisualEditor(
  root: HTMLElement,
  options: {
    text: string
    item_id: number
    /** 0 until a new page has been saved. */
    page_id: number
    /** Returns the current additional entries of the `/` menu. */
    entries: () => readonly InsertEntry[]
    onChange: () => void
  },
): Promise<VisualEditor> {
  const { text, entries, onChange } = options
  const documents: LosslessDocument[] = []
  const editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root)
      ctx.set(defaultValueCtx, text)
    })
    .use([freshSelectionPlugin, codeEdgePlugin].map((plugin) => $prose(plugin)))
    .use(viewPlugins)
    .use(
      [slashPlugin(entries), blockMenuPlugin, linkPlugin, keysPlugin(), belowPlugin(), findPlugin(), layerPlugin()].map(
        (plugin) => $prose(() => plugin),
      ),
    )
    .use($prose((ctx) => pagePlugin({ target: () => options, parse: (markdown) => ctx.get(parserCtx)(markdown) })))
    .use([pastePlugin(), uploadsPlugin].map((plugin) => $prose(() => plugin)))
    .use([...schemaPlugins, ...behaviourPlugins])
    .use([history, losslessPlugin(text, documents), clipboardPlugin(documents), changePlugin(onChange)].flat())
    .create()
  const view = editor.ctx.get(editorViewCtx)
  return { view, documents, destroy: () => void editor.destroy() }
}
