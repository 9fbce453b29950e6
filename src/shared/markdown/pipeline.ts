import MarkdownItFactory, { type MarkdownIt, type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { callouts } from './rules/callouts.ts'
import { fences } from './rules/fences.ts'
import { footnotes } from './rules/footnotes.ts'
import { headingAnchors } from './rules/heading-anchors.ts'
import { links } from './rules/links.ts'
import { looseHeadings } from './rules/loose-headings.ts'
import { math } from './rules/math.ts'
import { sourceLines } from './rules/source-lines.ts'
import { tables } from './rules/tables.ts'
import { taskLists } from './rules/task-lists.ts'
import { toc } from './rules/toc.ts'

/** The longest text that is parsed as Markdown, in UTF-16 units; a longer one is shown as plain text. */
export const longestText = 5 * 1024 * 1024

/** Creates the product's Markdown parser: CommonMark and GFM, and the rules in `rules/`. */
function createMarkdown(): MarkdownIt {
  return new MarkdownItFactory({ html: true, linkify: true })
    .use(cjkFriendly)
    .use(footnotes)
    .use(taskLists)
    .use(callouts)
    .use(looseHeadings)
    .use(math)
    .use(fences)
    .use(links)
    .use(tables)
    .use(headingAnchors)
    .use(toc)
    .use(sourceLines)
}

/** The one parser that viewer, preview, export and search share. It keeps no state between documents. */
export const markdown = createMarkdown()

/** A parsed document: its tokens, and its document-wide data (link references, footnotes). */
export type ParsedMarkdown = { tokens: Token[]; env: Record<string, unknown> }

/**
 * Parses `text` into tokens.
 *
 * @param lines how elements carry source lines, see `rules/source-lines.ts`
 * @param known what a part of a document needs of the rest: its link references
 */
export function parseMarkdown(
  text: string,
  lines: 'absolute' | 'relative' = 'absolute',
  known: Record<string, unknown> = {},
): ParsedMarkdown {
  const env: Record<string, unknown> = { ...known, lines }
  if (text.length <= longestText) return { tokens: markdown.parse(text, env), env }
  const token = new MarkdownItFactory.Token('code_block', 'code', 0)
  Object.assign(token, { content: text, block: true, map: [0, 1] })
  return { tokens: [token], env }
}

/** Renders `text` as HTML. It is NOT safe to insert: the browser that shows it sanitizes it last. */
export function renderHtml(text: string): string {
  const { tokens, env } = parseMarkdown(text)
  return markdown.renderer.render(tokens, markdown.options, env)
}
