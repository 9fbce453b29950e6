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

/** The longest text that is read as Markdown, in UTF-16 units; a longer one is shown as it stands. */
export const longestText = 5 * 1024 * 1024

/** The product's Markdown: CommonMark and GFM, and the rules in `rules/`. A new parser at each call. */
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

/** A document read once: its tokens, and what is known of it as a whole (link references, footnotes). */
export type ParsedMarkdown = { tokens: Token[]; env: Record<string, unknown> }

/**
 * Reads `text` into tokens.
 *
 * @param lines how source lines stand on elements, see `rules/source-lines.ts`
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

/** The HTML of `text`. It is NOT safe to insert: the browser that shows it sanitises it last. */
export function renderHtml(text: string): string {
  const { tokens, env } = parseMarkdown(text)
  return markdown.renderer.render(tokens, markdown.options, env)
}
