import type { Node } from '@milkdown/kit/prose/model'
import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { highlight, sanitizeCode } from '#web/features/page/markdown/index.tsx'
import { isDrawn } from '../menus/insert.ts'

/** A run of code in one color; offsets from the start of the code. */
interface CodeRun {
  from: number
  to: number
  className: string
}

const soonMs = 150
const mostHighlighted = 60_000
const key = new PluginKey<DecorationSet>('docstead-highlight')

/** Returns the colored runs of highlighted code. */
function runsOf(root: ParentNode): CodeRun[] {
  const runs: CodeRun[] = []
  let at = 0
  const walk = (node: globalThis.Node) => {
    const from = at
    if (node.nodeType === window.Node.TEXT_NODE) at += node.textContent?.length ?? 0
    for (const child of node.childNodes) walk(child)
    if (node instanceof Element && node.className !== '' && at > from)
      runs.push({ from, to: at, className: node.className })
  }
  for (const child of root.childNodes) walk(child)
  return runs
}

const isCode = (node: Node) =>
  node.type.name === 'code_block' && !isDrawn(node) && node.attrs['language'] !== '' && node.content.size > 0

/** Highlights code shortly after it was typed, block by block; unchanged blocks are not highlighted again. */
class Highlighter {
  readonly #view: EditorView
  readonly #runs = new WeakMap<Node, CodeRun[]>()
  #timer = 0
  #isGone = false

  constructor(view: EditorView) {
    this.#view = view
    this.#soon()
  }

  update(view: EditorView, former: { doc: Node }): void {
    if (view.state.doc !== former.doc) this.#soon()
  }

  destroy(): void {
    this.#isGone = true
    window.clearTimeout(this.#timer)
  }

  #soon() {
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#run().catch(reportError), soonMs)
  }

  async #run(): Promise<void> {
    const blocks: Node[] = []
    this.#view.state.doc.descendants((node) => {
      if (isCode(node) && !this.#runs.has(node)) blocks.push(node)
      return !node.isTextblock
    })
    for (const block of blocks) {
      const isLong = block.content.size > mostHighlighted
      const html = isLong
        ? undefined
        : await highlight(block.textContent, String(block.attrs['language']).toLowerCase())
      this.#runs.set(block, html === undefined ? [] : runsOf(sanitizeCode(html)))
    }
    // existing highlights move with the text by themselves
    if (!this.#isGone && blocks.length > 0) this.#show()
  }

  #show() {
    // decorations around text under composition would interrupt the composition
    if (this.#view.composing) {
      this.#soon()
      return
    }
    const { state } = this.#view
    const found: Decoration[] = []
    state.doc.descendants((node, pos) => {
      for (const { from, to, className } of this.#runs.get(node) ?? []) {
        found.push(Decoration.inline(pos + 1 + from, pos + 1 + to, { class: className }))
      }
      return !node.isTextblock
    })
    if (found.length === 0 && key.getState(state) === DecorationSet.empty) return
    this.#view.dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, found)).setMeta('addToHistory', false))
  }
}

/** Highlights code in the viewer's colors. */
export const highlightPlugin = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, colours) => {
      const next: DecorationSet | undefined = tr.getMeta(key)
      return next ?? (tr.docChanged ? colours.map(tr.mapping, tr.doc) : colours)
    },
  },
  props: {
    decorations(state) {
      return this.getState(state)
    },
  },
  view: (view) => new Highlighter(view),
})
