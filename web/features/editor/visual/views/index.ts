import { Plugin } from '@milkdown/kit/prose/state'
import { $prose } from '@milkdown/kit/utils'
import { isDrawn } from '../menus/insert.ts'
import { reparseBlock } from '../paste/reparse-block.ts'
import { CalloutView } from './callout-view.tsx'
import { CodeView } from './code-view.tsx'
import { editorAttributesPlugin } from './editor-attributes-plugin.ts'
import { highlightPlugin } from './highlight-plugin.ts'
import { ImageView } from './image-view.ts'
import { drawnCode, mathBlock, mathInline, protectedBlock, protectedInline } from './kinds.ts'
import { type RenderedNodeKind, RenderedNodeView } from './rendered-node-view.ts'
import { TableView } from './table-view.ts'
import { taskPlugin } from './task-plugin.ts'
import { getTranslate } from './translate.ts'

type Maker = NonNullable<Plugin['props']['nodeViews']>[string]

const drawn =
  (kind: RenderedNodeKind): Maker =>
  (node, view, getPos) =>
    new RenderedNodeView(
      kind,
      () => ({ edit: getTranslate()('source.edit'), label: getTranslate()('source.label') }),
      node,
      view,
      getPos,
    )

const nodeViews: Record<string, Maker> = {
  code_block: (node, view, getPos, decorations, inner) => {
    if (!isDrawn(node)) return new CodeView(node, view, getPos)
    return drawn(drawnCode(String(node.attrs['language']).toLowerCase()))(node, view, getPos, decorations, inner)
  },
  math_block: drawn(mathBlock),
  math_inline: drawn(mathInline),
  protected_block: drawn(protectedBlock(reparseBlock)),
  protected_inline: drawn(protectedInline),
  callout: (node, view, getPos) => new CalloutView(node, view, getPos),
  table: (node) => new TableView(node),
  image: (node, view, getPos) => new ImageView(node, view, getPos),
}

/** The views of visual mode's nodes, and their interactions. */
export const viewPlugins = [
  $prose(() => new Plugin({ props: { nodeViews } })),
  $prose(() => editorAttributesPlugin),
  $prose(() => taskPlugin),
  $prose(() => highlightPlugin),
]
