import { EditorSelection, type StateCommand } from '@codemirror/state'
import type { CalloutKind } from '#web/features/editor/core/index.tsx'
import { insertBlock } from './commands.ts'

/** Initial texts of inserted parts, in the user's language. */
export interface InsertTexts {
  /** The header of a new column. */
  heading: string
  calloutText: string
  mermaidFrom: string
  mermaidTo: string
  footnoteText: string
  detailsTitle: string
  detailsText: string
}

/** Inserts a block, with `part` of it selected. */
const block =
  (text: string, part: string): StateCommand =>
  ({ state, dispatch }) => {
    const at = part === '' ? text.length : text.indexOf(part)
    dispatch(state.update(insertBlock(state, text, [at, at + part.length])))
    return true
  }

/** Makes the selected lines a callout, or inserts one. */
export const insertCallout =
  (kind: CalloutKind, { calloutText }: InsertTexts): StateCommand =>
  ({ state, dispatch }) => {
    const chosen = state.sliceDoc(state.selection.main.from, state.selection.main.to) || calloutText
    const quoted = chosen.replace(/^/gm, '> ')
    const text = `> [!${kind.toUpperCase()}]\n${quoted}`
    dispatch(state.update(insertBlock(state, text, [text.length - quoted.length + 2, text.length])))
    return true
  }

/** Makes the selection an inline formula. */
export const insertFormula: StateCommand = ({ state, dispatch }) => {
  const spec = state.changeByRange(({ from, to }) => {
    const body = state.sliceDoc(from, to) || 'E=mc^2'
    return {
      changes: { from, to, insert: `$${body}$` },
      range: EditorSelection.range(from + 1, from + 1 + body.length),
    }
  })
  dispatch(state.update(spec, { userEvent: 'input.format', scrollIntoView: true }))
  return true
}

/** Inserts a formula on lines of its own. */
export const insertFormulaBlock: StateCommand = block('$$\n\\sum_{i=1}^{n} x_i\n$$', '\\sum_{i=1}^{n} x_i')

/** Inserts a diagram. */
export const insertMermaid = ({ mermaidFrom, mermaidTo }: InsertTexts): StateCommand =>
  block(`\`\`\`mermaid\nflowchart LR\n  A[${mermaidFrom}] --> B[${mermaidTo}]\n\`\`\``, mermaidFrom)

/** Inserts HTML. */
export const insertHtml: StateCommand = block('<div>\n\n</div>', '')

/** Inserts a horizontal rule. */
export const insertRule: StateCommand = block('---', '')

/** Inserts the table of contents. */
export const insertToc: StateCommand = block('[TOC]', '')

/** Inserts a collapsible section. */
export const insertDetails = ({ detailsTitle, detailsText }: InsertTexts): StateCommand =>
  block(`<details>\n<summary>${detailsTitle}</summary>\n\n${detailsText}\n\n</details>`, detailsTitle)

/** Inserts a footnote: its number at the cursor, its text at the end of the page. */
export const insertFootnote =
  ({ footnoteText }: InsertTexts): StateCommand =>
  ({ state, dispatch }) => {
    const text = state.doc.toString()
    const numbers = [...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, digits]) => Number(digits))
    const number = Math.max(0, ...numbers) + 1
    const { to } = state.selection.main
    const end = text.length
    const gap =
      text.endsWith('\n\n') || end === 0
        ? ''
        : /\n\[\^[^\]]+\]:[^\n]*$/.test(text) || text.endsWith('\n')
          ? '\n'
          : '\n\n'
    const mark = `[^${number}]`
    const note = `${gap}${mark}: ${footnoteText}`
    const words = end + mark.length + note.length
    dispatch(
      state.update({
        changes: [
          { from: to, insert: mark },
          { from: end, insert: note },
        ],
        selection: EditorSelection.range(words - footnoteText.length, words),
        scrollIntoView: true,
        userEvent: 'input.format',
      }),
    )
    return true
  }

/** Inserts text at the cursor. */
export const insertInlineText =
  (text: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true }))
    return true
  }
