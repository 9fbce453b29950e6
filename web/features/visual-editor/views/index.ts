import { Plugin } from '@milkdown/kit/prose/state'
import { $prose } from '@milkdown/kit/utils'
import { isDrawn } from '../menus/insert.ts'
import { finishProtected } from '../paste/finish-protected.ts'
import { CalloutView } from './callout-view.tsx'
import { CodeView } from './code-view.tsx'
import { type DrawnKind, DrawnView } from './drawn-view.ts'
import { highlightPlugin } from './highlight-plugin.ts'
import { ImageView } from './image-view.ts'
import { drawnCode, mathBlock, mathInline, protectedBlock, protectedInline } from './kinds.ts'
import { looksPlugin } from './looks-plugin.ts'
import { TableView } from './table-view.ts'
import { taskPlugin } from './task-plugin.ts'
import { words } from './words.ts'

type Maker = NonNullable<Plugin['props']['nodeViews']>[string]

const drawn =
  (kind: DrawnKind): Maker =>
  (node, view, getPos) =>
    new DrawnView(kind, () => ({ edit: words()('source.edit'), label: words()('source.label') }), node, view, getPos)

const nodeViews: Record<string, Maker> = {
  code_block: (node, view, getPos, decorations, inner) => {
    if (!isDrawn(node)) return new CodeView(node, view, getPos)
    return drawn(drawnCode(String(node.attrs['language']).toLowerCase()))(node, view, getPos, decorations, inner)
  },
  math_block: drawn(mathBlock),
  math_inline: drawn(mathInline),
  protected_block: drawn(protectedBlock(finishProtected)),
  protected_inline: drawn(protectedInline),
  callout: (node, view, getPos) => new CalloutView(node, view, getPos),
  table: (node) => new TableView(node),
  image: (node, view, getPos) => new ImageView(node, view, getPos),
}

/** How the nodes of the visual mode look, and what can be done in them. */
export const viewPlugins = [
  $prose(() => new Plugin({ props: { nodeViews } })),
  $prose(() => looksPlugin),
  $prose(() => taskPlugin),
  $prose(() => highlightPlugin),
]
