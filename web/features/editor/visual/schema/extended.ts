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
