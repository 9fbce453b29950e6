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
 * How a node was written, where Markdown has several ways: an opaque text for `document/`, empty for what was made here.
 * Commands leave it alone; a node copied or split keeps it.
 */
const written = { default: '', validate: 'string' }
const withWritten = (schema: NodeSchema): NodeSchema => ({ ...schema, attrs: { ...schema.attrs, written } })

const hr = hrSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))
const bulletList = bulletListSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))
const orderedList = orderedListSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))

// The ids of headings belong to the viewer: in the editor they could meet an id of the product's own.
const heading = headingSchema.extendSchema((former) => (ctx) => ({
  ...withWritten(former(ctx)),
  toDOM: (node) => [`h${Number(node.attrs['level'])}`, 0],
}))

/** Beside the language, `meta` is what else stands on the line of the fence. */
const codeBlock = codeBlockSchema.extendSchema((former) => (ctx) => {
  const schema = withWritten(former(ctx))
  return { ...schema, attrs: { ...schema.attrs, meta: written } }
})

/** A line of the source that ends without a break on the page is one too, with `isInline`. */
const hardbreak = hardbreakSchema.extendSchema((former) => (ctx) => withWritten(former(ctx)))

/** `width` in pixels, empty for the picture's own; a picture with a width is written as HTML. */
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

/** What is typed goes on as code until it is switched off; a cursor that comes from elsewhere writes beside it: `code-edge.ts`. */
const inlineCode = inlineCodeSchema.extendSchema((former) => (ctx) => ({ ...former(ctx), inclusive: true }))

/** What is typed behind a link does not belong to it. */
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

// An item of Markdown may begin with any block, or hold none.
const listItem = extendListItemSchemaForTask.extendSchema((former) => (ctx) => ({
  ...former(ctx),
  content: 'block+',
}))

// A table of Markdown may have a head alone.
const table = tableSchema.extendSchema((former) => (ctx) => ({
  ...former(ctx),
  content: 'table_header_row table_row*',
}))

const alignments = new Set(['left', 'center', 'right'])
const alignmentOf = (dom: HTMLElement): string | null => {
  const found = dom.getAttribute('align') ?? dom.style.textAlign
  return alignments.has(found) ? found : null
}

/** Cells of Markdown span nothing and are aligned by column or not at all; the page's policy refuses style attributes. */
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

/** Milkdown's own nodes and marks with what Markdown knows beyond them. */
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
