import type { Node } from '@milkdown/kit/prose/model'
import { Plugin, type Transaction } from '@milkdown/kit/prose/state'
import { ReplaceStep } from '@milkdown/kit/prose/transform'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { createElement, getTranslate } from './dom.ts'

/** Creates the checkbox of a task: a click or Space toggles it. */
function drawBox(view: EditorView, getPos: () => number | undefined, isChecked: boolean): HTMLElement {
  const box = createElement('input', { type: 'checkbox', contenteditable: 'false' })
  const name = () => {
    const at = getPos()
    const text = at === undefined ? '' : view.state.doc.nodeAt(at)?.textContent.slice(0, 200)
    box.setAttribute('aria-label', text || getTranslate()('task'))
  }
  name()
  box.checked = isChecked
  box.addEventListener('focus', name)
  box.addEventListener('change', () => {
    const at = getPos()
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at - 1, 'checked', box.checked))
  })
  return box
}

function tasksOf(doc: Node): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, pos) => {
    const { checked } = node.attrs
    if (node.type.name === 'list_item' && checked != null) {
      found.push(
        Decoration.node(pos, pos + node.nodeSize, { class: 'md-task' }),
        Decoration.widget(pos + 1, (view, getPos) => drawBox(view, getPos, checked === true), {
          side: -1,
          key: `task:${checked}`,
          stopEvent: () => true,
          ignoreSelection: true,
        }),
      )
    }
    return !node.isTextblock && node.type.name !== 'table'
  })
  return DecorationSet.create(doc, found)
}

/** Returns whether a transaction changes only text: it adds and removes no task. */
const isInWords = ({ steps, docs }: Transaction): boolean =>
  steps.every((step, at) => {
    const before = docs[at]
    if (!(step instanceof ReplaceStep) || !before) return false
    const isText = step.slice.content.content.every((node) => node.isInline)
    const $from = before.resolve(step.from)
    return isText && $from.parent.inlineContent && $from.sameParent(before.resolve(step.to))
  })

/** Adds checkboxes to tasks, as the viewer shows them. */
export const taskPlugin = new Plugin<DecorationSet>({
  state: {
    init: (_config, { doc }) => tasksOf(doc),
    apply: (tr, boxes) => {
      if (!tr.docChanged) return boxes
      return isInWords(tr) ? boxes.map(tr.mapping, tr.doc) : tasksOf(tr.doc)
    },
  },
  props: {
    decorations(state) {
      return this.getState(state)
    },
  },
})
