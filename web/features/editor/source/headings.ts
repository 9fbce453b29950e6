import type { Text } from '@codemirror/state'
import { buildOutline } from '#shared/markdown/outline.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { createSlugger, idToHash } from '#shared/markdown/slug.ts'

/** A heading that can be linked to. */
interface Heading {
  level: number
  text: string
  /** The `#…` part of an address. */
  hash: string
}

/** Longer texts are not parsed: their lines are only scanned for headings, which is quick. */
const readUpTo = 60_000

const fence = /^ {0,3}(`{3,}|~{3,})/

/** Returns the headings of a long text: its `#` lines outside code. */
function quickHeadings(doc: Text): Heading[] {
  const slug = createSlugger()
  const found: Heading[] = []
  let open = ''
  for (const line of doc.iterLines()) {
    const mark = fence.exec(line)?.[1]
    if (mark && open === '') open = mark
    else if (mark?.startsWith(open)) open = ''
    if (open !== '' || !line.startsWith('#')) continue
    const [entry] = buildOutline(parseMarkdown(line).tokens)
    if (entry) found.push({ level: entry.level, text: entry.text, hash: idToHash(slug(entry.text)) })
  }
  return found
}

/** Returns the headings of a text, with their link targets. */
export function getHeadings(doc: Text): Heading[] {
  if (doc.length > readUpTo) return quickHeadings(doc)
  return buildOutline(parseMarkdown(doc.toString()).tokens).map(({ level, text, id }) => ({
    level,
    text,
    hash: idToHash(id),
  }))
}
