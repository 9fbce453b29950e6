import type { NodeSchema } from '@milkdown/kit/transformer'
import { $nodeSchema } from '@milkdown/kit/utils'

/** Milkdown requires each node to define its remark conversion. It is never used here: see `document/`. */
const throughOurOwnParser: Pick<NodeSchema, 'parseMarkdown' | 'toMarkdown'> = {
  parseMarkdown: { match: () => false, runner: () => {} },
  toMarkdown: { match: () => false, runner: () => {} },
}

const text = { default: '', validate: 'string' }
const sourceOf = (attribute: string) => (dom: HTMLElement) => ({ source: dom.getAttribute(attribute) ?? '' })

/**
 * A block that visual mode cannot express, kept as its source: front matter, `[TOC]`, raw HTML, definitions of
 * footnotes and references, anything doubtful. `source` is the unchanged Markdown, without the line ending that
 * follows.
 */
export const protectedBlockSchema = $nodeSchema('protected_block', () => ({
  ...throughOurOwnParser,
  group: 'block',
  atom: true,
  defining: true,
  isolating: true,
  draggable: true,
  attrs: { source: text },
  parseDOM: [{ tag: 'pre[data-protected-block]', priority: 80, getAttrs: sourceOf('data-protected-block') }],
  toDOM: ({ attrs }) => ['pre', { 'data-protected-block': attrs['source'] }, ['code', String(attrs['source'])]],
}))

/** A piece of a line that visual mode cannot express, kept as its source: an HTML tag, a footnote reference. */
export const protectedInlineSchema = $nodeSchema('protected_inline', () => ({
  ...throughOurOwnParser,
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  attrs: { source: text },
  parseDOM: [{ tag: 'code[data-protected-inline]', priority: 80, getAttrs: sourceOf('data-protected-inline') }],
  toDOM: ({ attrs }) => ['code', { 'data-protected-inline': attrs['source'] }, String(attrs['source'])],
}))

/** A block formula. `source` is its TeX; `written` is how it was written, empty for `$$` on lines of its own. */
export const mathBlockSchema = $nodeSchema('math_block', () => ({
  ...throughOurOwnParser,
  group: 'block',
  atom: true,
  defining: true,
  isolating: true,
  draggable: true,
  attrs: { source: text, written: text },
  parseDOM: [{ tag: 'div[data-math-block]', priority: 80, getAttrs: sourceOf('data-math-block') }],
  toDOM: ({ attrs }) => ['div', { 'data-math-block': attrs['source'] }, String(attrs['source'])],
}))

/** An inline formula. `source` is its TeX; `written` is `$$` when it was written with two dollars. */
export const mathInlineSchema = $nodeSchema('math_inline', () => ({
  ...throughOurOwnParser,
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  attrs: { source: text, written: text },
  parseDOM: [{ tag: 'span[data-math-inline]', priority: 80, getAttrs: sourceOf('data-math-inline') }],
  toDOM: ({ attrs }) => ['span', { 'data-math-inline': attrs['source'] }, String(attrs['source'])],
}))

/**
 * A callout (`> [!NOTE]`) that contains blocks. `kind` is one of the viewer's kinds; `title` is the Markdown of a
 * custom title, empty for the kind's name; `written` is the word in the brackets as it was written.
 */
export const calloutSchema = $nodeSchema('callout', () => ({
  ...throughOurOwnParser,
  group: 'block',
  content: 'block+',
  defining: true,
  attrs: { kind: { default: 'note', validate: 'string' }, title: text, written: text },
  parseDOM: [
    {
      tag: 'div[data-callout]',
      priority: 80,
      getAttrs: (dom) => ({ kind: dom.dataset['callout'], title: dom.dataset['calloutTitle'] ?? '' }),
    },
  ],
  toDOM: ({ attrs }) => [
    'div',
    { class: 'md-callout', 'data-callout': attrs['kind'], 'data-callout-title': attrs['title'] },
    0,
  ],
}))
