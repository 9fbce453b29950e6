/** The section of one endpoint, with its heading. */
interface CallPart {
  markdown: string
  /** The searchable text, in lower case: name, summary and path. */
  words: string
}

/** A controller: its heading and summary, and its endpoints. */
interface Section {
  head: string
  calls: CallPart[]
}

/** The API reference, parsed by its headings. */
export interface Reference {
  markdown: string
  sections: Section[]
}

const callHeading = /^### ([\w-]+\/[\w-]+)$/m

function callPart(markdown: string): CallPart {
  const [heading = '', summary = ''] = markdown.split('\n\n', 2)
  const name = heading.replace('### ', '')
  return { markdown, words: `${name} ${summary} /api/${name}`.toLowerCase() }
}

/** Parses the reference: controllers under second-level headings, endpoints under third-level ones. */
export function readReference(markdown: string): Reference {
  const sections = markdown.split(/^(?=## )/m).map((section): Section => {
    const [head = '', ...parts] = section.split(/^(?=### )/m)
    return { head, calls: parts.filter((part) => callHeading.test(part)).map(callPart) }
  })
  return { markdown, sections: sections.filter(({ calls }) => calls.length > 0) }
}

/**
 * Returns the endpoints that contain all words of `filter`, as Markdown under their controllers, and their number;
 * everything without a filter.
 */
export function filterReference({ markdown, sections }: Reference, filter: string): { text: string; count: number } {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sections
    .map(({ head, calls }) => ({
      head,
      calls: calls.filter(({ words }) => wanted.every((one) => words.includes(one))),
    }))
    .filter(({ calls }) => calls.length > 0)
  const count = found.reduce((sum, { calls }) => sum + calls.length, 0)
  if (wanted.length === 0) return { text: markdown, count }
  return { text: found.map(({ head, calls }) => head + calls.map((one) => one.markdown).join('')).join(''), count }
}
