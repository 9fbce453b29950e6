import { Plugin } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import i18next from 'i18next'
import { slashAttributes } from '../menus/slash-state.ts'
import { getTranslate } from './translate.ts'

/** In a text of more blocks than this, only the visible ones are drawn. */
const manyBlocks = 100

/** Styles the text as its readers see it, names it for screen readers, and adds a hint to an empty text. */
export const editorAttributesPlugin = new Plugin({
  view: (view) => {
    const rename = () => view.updateState(view.state)
    i18next.on('languageChanged', rename)
    return { destroy: () => i18next.off('languageChanged', rename) }
  },
  props: {
    attributes: (state) => ({
      class: 'md-body',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': getTranslate()('label'),
      'aria-description': getTranslate()('leave'),
      spellcheck: 'true',
      ...(state.doc.childCount > manyBlocks && { 'data-large': '' }),
      ...slashAttributes(state),
    }),
    decorations: ({ doc, selection }) => {
      const first = doc.firstChild
      const isEmpty = doc.childCount === 1 && first?.type.name === 'paragraph' && first.content.size === 0
      const { $from } = selection
      const isBlank = selection.empty && $from.depth === 1 && $from.parent.type.name === 'paragraph'
      if (!isEmpty && !(isBlank && $from.parent.content.size === 0)) return null
      const hint = getTranslate()(isEmpty ? 'placeholder' : 'emptyLine')
      const [from, to] = isEmpty ? [0, first.nodeSize] : [$from.before(), $from.after()]
      return DecorationSet.create(doc, [Decoration.node(from, to, { 'data-hint': hint })])
    },
  },
})
