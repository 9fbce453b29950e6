import {
  bulletListSchema,
  codeBlockSchema,
  hardbreakSchema,
  headingSchema,
  hrSchema,
  imageSchema,
  inlineCodeSchema,
  linkSchema,
  orderedListSchema,
} from '@milkdown/kit/preset/commonmark'
import { extendListItemSchemaForTask, tableCellSchema, tableHeaderSchema, tableSchema } from '@milkdown/kit/preset/gfm'
import type { Node } from '@milkdown/kit/prose/model'
import type { NodeSchema } from '@milkdown/kit/transformer'
import { $nodeSchema } from '@milkdown/kit/utils'

/**
 * How a node was written, where Markdown has several ways: an opaque text for `document/`, empty for nodes created
 * here. Commands do not change it; a copied or split node keeps it.
 */
const written = { default: '', validate: 'string' }
const withWritten = (schema: NodeSchema): NodeSchema => ({ ...schema, attrs: { ...schema.attrs, written } })

const hr = hrSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))
const bulletList = bulletListSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))
const orderedList = orderedListSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))

// The ids of headings belong to the viewer: in the editor they could conflict with the product's own ids.
const heading = headingSchema.extendSchema((former) => (ctx) => ({
  ...withWritten(former(ctx)),
  toDOM: (node) => [`h${Number(node.attrs['level'])}`, 0],
}))

/** Besides the language, `meta` is the rest of the fence's first line. */
const codeBlock = codeBlockSchema.extendSchema((former) => (ctx) => {
  const schema = withWritten(former(ctx))
  return { ...schema, attrs: { ...schema.attrs, meta: written } }
})

/** With `isInline`, it is a line ending of the source that is not rendered as a break. */
const hardbreak = hardbreakSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))

/** `width` is in pixels, empty for the image's own width; an image with a width is written as HTML. */
const image = imageSchema.extendSchema((former) => (ctx) => {
  const schema = withWritten(former(ctx))
  return {
    ...schema,
    attrs: { ...schema.attrs, width: written },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (dom) => ({
          src: dom.getAttribute('src') ?? '',
          alt: dom.getAttribute('alt') ?? '',
          title: dom.getAttribute('title') ?? '',
          width: /^\d{1,4}$/.exec(dom.getAttribute('width') ?? '')?.[0] ?? '',
        }),
      },
    ],
    toDOM: ({ attrs }) => {
      const { src, alt, title, width } = attrs
      return ['img', { src, alt, ...(title && { title }), ...(width && { width }) }]
    },
  }
})

/** Typed text continues the code until it is switched off; a cursor moved there types plain text: `create-editor.ts`. */
const inlineCode = inlineCodeSchema.extendSchema((former) => (ctx) => ({ ...former(ctx), inclusive: true }))

/** Text typed after a link does not belong to it. */
const link = linkSchema.extendSchema((former) => (ctx) => {
  const schema = former(ctx)
  return {
    ...schema,
    inclusive: false,
    attrs: { ...schema.attrs, written },
    toDOM: (mark, inline) => {
      const dom = schema.toDOM?.(mark, inline)
      if (!Array.isArray(dom)) return ['a', 0]
      const { written: _, ...attrs } = Object(dom[1]) as Record<string, unknown>
      return ['a', attrs, 0]
    },
  }
})

// A list item of Markdown may begin with any block, or be empty.
const listItem = extendListItemSchemaForTask.extendSchema((former) => (ctx) => ({
  ...former(ctx),
  content: 'block+',
}))

// A Markdown table may have only a header.
const table = tableSchema.extendSchema((former) => (ctx) => ({
  ...former(ctx),
  content: 'table_header_row table_row*',
}))

const alignments = new Set(['left', 'center', 'right'])
const alignmentOf = (dom: HTMLElement): string | null => {
  const found = dom.getAttribute('align') ?? dom.style.textAlign
  return alignments.has(found) ? found : null
}

/** Markdown cells do not span and are aligned by column or not at all; the page's policy rejects style attributes. */
const cell =
  (tag: 'td' | 'th') =>
  (schema: NodeSchema): NodeSchema => ({
    ...schema,
    attrs: { ...schema.attrs, alignment: { default: null, validate: 'string|null' } },
    parseDOM: [{ tag, getAttrs: (dom) => ({ alignment: alignmentOf(dom) }) }],
    toDOM: (node: Node) => [tag, node.attrs['alignment'] ? { align: node.attrs['alignment'] } : {}, 0],
  })
const tableCell = tableCellSchema.extendSchema((former) => (ctx) => cell('td')(former(ctx)))
const tableHeader = tableHeaderSchema.extendSchema((former) => (ctx) => cell('th')(former(ctx)))

/** Milkdown's own nodes and marks, extended by what else Markdown knows. */
export const extendedSchema = [
  heading,
  hr,
  bulletList,
  orderedList,
  codeBlock,
  hardbreak,
  image,
  inlineCode,
  link,
  listItem,
  table,
  tableCell,
  tableHeader,
].flat()

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
