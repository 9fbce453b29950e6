/** What is said of one call, with its heading. */
interface CallPart {
  markdown: string
  /** What it is looked for by, in lower case: its name, its summary, its address. */
  words: string
}

/** A controller: its heading and line, and its calls. */
interface Section {
  head: string
  calls: CallPart[]
}

/** The reference of the API, taken apart by its headings. */
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

/** Takes the reference apart: controllers under headings of the second level, calls under those of the third. */
export function readReference(markdown: string): Reference {
  const sections = markdown.split(/^(?=## )/m).map((section): Section => {
    const [head = '', ...parts] = section.split(/^(?=### )/m)
    return { head, calls: parts.filter((part) => callHeading.test(part)).map(callPart) }
  })
  return { markdown, sections: sections.filter(({ calls }) => calls.length > 0) }
}

/** The calls that hold all words of `filter`, as Markdown under their controllers, and how many; without a filter, all of it. */
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
