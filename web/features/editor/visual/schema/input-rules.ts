import { codeBlockSchema, imageSchema, linkSchema } from '@milkdown/kit/preset/commonmark'
import { strikethroughSchema } from '@milkdown/kit/preset/gfm'
import { markRule } from '@milkdown/kit/prose'
import { InputRule, textblockTypeInputRule } from '@milkdown/kit/prose/inputrules'
import { Fragment, type Node } from '@milkdown/kit/prose/model'
import { type EditorState, TextSelection, type Transaction } from '@milkdown/kit/prose/state'
import { $inputRule } from '@milkdown/kit/utils'
import { calloutKind } from '#shared/markdown/rules/callouts.ts'

// A single tilde strikes nothing here: `Ctrl+1~6` is text.
const strike = $inputRule((ctx) => markRule(/(?<![\w:/~])(~~)([^~].*?)\1(?![\w/])$/, strikethroughSchema.type(ctx)))

const isCode = ({ doc, storedMarks }: EditorState, at: number) =>
  (storedMarks ?? doc.resolve(at).marks()).some(({ type }) => type.spec.code)

/** `[words](address)`. */
const link = $inputRule(
  (ctx) =>
    new InputRule(/(?<!!)\[([^[\]]+)\]\(([^\s()]+)\)$/, (state, [, words = '', href], start, end) => {
      if (isCode(state, end)) return null
      const type = linkSchema.type(ctx)
      const to = start + words.length
      const { tr } = state
      tr.delete(to + 1, end).delete(start, start + 1)
      const next = state.storedMarks ?? state.doc.resolve(end).marks()
      return tr.addMark(start, to, type.create({ href })).setStoredMarks(next)
    }),
)

/** `![what it shows](address)`. */
const image = $inputRule(
  (ctx) =>
    new InputRule(/!\[([^[\]]*)\]\(([^\s()]+)\)$/, (state, [, alt = '', src], start, end) =>
      isCode(state, end)
        ? null
        : state.tr.replaceWith(start, end, imageSchema.type(ctx).create({ src, alt, title: '' })),
    ),
)

/** ` ```sql `; the name of a language may contain punctuation and capitals. */
const codeBlock = $inputRule((ctx) =>
  textblockTypeInputRule(/^```([^\s`]*)\s$/, codeBlockSchema.type(ctx), ([, language]) => ({ language })),
)

/**
 * Replaces the line at the cursor, which must contain nothing else, with a block; the cursor moves to a new line below.
 */
function replaceLine({ doc, tr, schema }: EditorState, at: number, block: Node | undefined): Transaction | null {
  const $at = doc.resolve(at)
  const line = schema.nodes['paragraph']?.create()
  const index = $at.index(-1)
  if (!block || !line || !$at.node(-1).canReplaceWith(index, index + 1, block.type)) return null
  const from = $at.before()
  tr.replaceWith(from, $at.after(), Fragment.from([block, line]))
  return tr.setSelection(TextSelection.create(tr.doc, from + block.nodeSize + 1)).scrollIntoView()
}

const isAlone = ({ selection: { $from } }: EditorState) => $from.parentOffset === $from.parent.content.size

/** `---`, or `***` and `___` with a space. */
const rule = $inputRule(
  () =>
    new InputRule(/^(?:---|___\s|\*\*\*\s)$/, (state, _match, start) =>
      isAlone(state) ? replaceLine(state, start, state.schema.nodes['hr']?.create()) : null,
    ),
)

/** `[TOC]`, the table of contents. */
const contents = $inputRule(
  () =>
    new InputRule(/^\[TOC\]$/i, (state, [source], start) =>
      isAlone(state) ? replaceLine(state, start, state.schema.nodes['protected_block']?.create({ source })) : null,
    ),
)

/** `[!TIP]` and a space at the beginning of a quote make it a callout. */
const callout = $inputRule(
  () =>
    new InputRule(/^\[!([A-Za-z]{3,9})\]\s$/, ({ doc, tr, schema }, [, written = ''], start, end) => {
      const $start = doc.resolve(start)
      const kind = calloutKind(written)
      const type = schema.nodes['callout']
      const depth = $start.depth - 1
      if (!type || !kind || $start.node(depth).type.name !== 'blockquote' || $start.index(depth) > 0) return null
      return tr.delete(start, end).setNodeMarkup($start.before(depth), type, { kind, written })
    }),
)

/** Converts typed Markdown where Milkdown's presets do not, or not in a way that typing can continue. */
export const markdownInputRules = [strike, link, image, codeBlock, rule, contents, callout]
