import type { Text } from '@codemirror/state'
import { outlineOf } from '#markdown/outline.ts'
import { parseMarkdown } from '#markdown/pipeline.ts'
import { hashOfId, makeSlugger } from '#markdown/slug.ts'

/** A heading as one can be linked to. */
export interface Heading {
  level: number
  text: string
  /** `#…`, as it stands in an address. */
  hash: string
}

/** Longer texts are looked through for lines that look like headings, which is quick, in place of being read whole. */
const readUpTo = 60_000

const fence = /^ {0,3}(`{3,}|~{3,})/

/** The headings of a long text: its lines of `#` outside code. */
function quickHeadings(doc: Text): Heading[] {
  const slug = makeSlugger()
  const found: Heading[] = []
  let open = ''
  for (const line of doc.iterLines()) {
    const mark = fence.exec(line)?.[1]
    if (mark && open === '') open = mark
    else if (mark?.startsWith(open)) open = ''
    if (open !== '' || !line.startsWith('#')) continue
    const [entry] = outlineOf(parseMarkdown(line).tokens)
    if (entry) found.push({ level: entry.level, text: entry.text, hash: hashOfId(slug(entry.text)) })
  }
  return found
}

/** The headings of a text, with where links to them lead. */
export function headingsOf(doc: Text): Heading[] {
  if (doc.length > readUpTo) return quickHeadings(doc)
  return outlineOf(parseMarkdown(doc.toString()).tokens).map(({ level, text, id }) => ({
    level,
    text,
    hash: hashOfId(id),
  }))
}
