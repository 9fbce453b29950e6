/*
 * Finds the addresses in a Markdown text without changing anything else, because a page keeps its author's bytes. Code
 * is skipped. Every pattern is bounded, and code is found in one pass, so that no text takes more than linear time.
 */

const opening = /^[ \t>]*(`{3,}(?=[^`]*$)|~{3,})/
const target = String.raw`(?:<[^<>\n]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,2000}){0,5})`
const inline = String.raw`(?<=\]\([ \t]{0,3})${target}(?=[ \t\n)])`
const definition = String.raw`(?<=^ {0,3}\[(?!\^)[^\]\n]{1,300}\]:[ \t]{0,5})(?:<[^<>\n]{1,2000}>|[^\s<>]{1,2000})`
const element = String.raw`<(?:img|a|video|audio|source)\b[^<>]{1,4000}>`

const patterns = new RegExp(`(?<address>${inline}|${definition})|(?<element>${element})`, 'gim')
const attribute = /(?<=\s(?:src|href)\s{0,3}=\s{0,3})(?:"[^"]{0,2000}"|'[^']{0,2000}')/gi

/** A part of a text: code, or something else. */
interface Part {
  text: string
  isCode: boolean
}

/** Splits a text at its fenced code blocks. */
function atFences(markdown: string): Part[] {
  const parts: Part[] = []
  let lines: string[] = []
  let fence = ''
  const end = (isCode: boolean) => {
    if (lines.length > 0) parts.push({ text: lines.join(''), isCode })
    lines = []
  }
  for (const line of markdown.split(/(?<=\n)/)) {
    const marks = opening.exec(line.trimEnd())?.[1] ?? ''
    if (fence === '' && marks !== '') {
      end(false)
      fence = marks
      lines.push(line)
    } else {
      lines.push(line)
      if (fence !== '' && marks.startsWith(fence) && line.trimEnd().endsWith(marks)) {
        end(true)
        fence = ''
      }
    }
  }
  end(fence !== '')
  return parts
}

/** Splits a text at its inline code: a run of backticks up to the next run of the same length. */
function atInlineCode(text: string): Part[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ from: index, to: index + run.length }))
  const nextOfLength = new Map<number, number>()
  const next = new Array<number | undefined>(runs.length)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { from, to } = runs[at] ?? { from: 0, to: 0 }
    next[at] = nextOfLength.get(to - from)
    nextOfLength.set(to - from, at)
  }
  const parts: Part[] = []
  let done = 0
  for (let at = 0; at < runs.length; at += 1) {
    const closing = runs[next[at] ?? -1]
    const run = runs[at]
    if (!run || !closing) continue
    parts.push(
      { text: text.slice(done, run.from), isCode: false },
      { text: text.slice(run.from, closing.to), isCode: true },
    )
    done = closing.to
    at = next[at] ?? at
  }
  return [...parts, { text: text.slice(done), isCode: false }]
}

/** Splits a text at its code. Inline code ends with its paragraph. */
const atCode = (markdown: string): Part[] =>
  atFences(markdown).flatMap((part) =>
    part.isCode ? part : part.text.split(/(?<=\n[ \t>]{0,20}\n)/).flatMap(atInlineCode),
  )

/**
 * Returns a Markdown text with other addresses of links and images.
 *
 * @param addressOf returns the address to write; the given one to leave it as it is
 */
export function rewriteAddresses(markdown: string, addressOf: (address: string) => string): string {
  const replaced = (written: string, open: string, close: string) => {
    const address = written.slice(open.length, written.length - close.length)
    const next = address === '' ? '' : addressOf(address)
    return next === address ? written : `${open}${next}${close}`
  }
  const parts = atCode(markdown)
  // a link's text may contain code: the text around code is searched as a whole, with the code hidden
  const hidden = parts.map(({ text, isCode }) => (isCode ? text.replace(/[^\n]/g, '\u0000') : text)).join('')
  let at = 0
  let out = ''
  for (const match of hidden.matchAll(patterns)) {
    const [whole] = match
    const { address, element } = match.groups ?? {}
    out += markdown.slice(at, match.index)
    if (whole.includes('\u0000')) out += markdown.slice(match.index, match.index + whole.length)
    else if (address !== undefined) out += whole.startsWith('<') ? replaced(whole, '<', '>') : replaced(whole, '', '')
    else if (element !== undefined)
      out += whole.replace(attribute, (quoted) => replaced(quoted, quoted.charAt(0), quoted.charAt(0)))
    at = match.index + whole.length
  }
  return out + markdown.slice(at)
}
