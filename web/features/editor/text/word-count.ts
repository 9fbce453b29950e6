const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const word = /[\p{L}\p{N}]+(?:['’_-][\p{L}\p{N}]+|[.,]\p{N}+)*/gu

const countOf = (text: string, pattern: RegExp): number => {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) count += 1
  return count
}

function countIn(text: string): number {
  const ideographs = countOf(text, ideograph)
  return ideographs + countOf(ideographs > 0 ? text.replace(ideograph, ' ') : text, word)
}

const fenceLine = /^[\t >]*(`{3,}|~{3,})/
/** The definition of a link reference, which contains no words; a footnote does. */
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S/

// Syntax that is not words, and code, which is. An address counts as one word where it is displayed, and as none where
// it is only a target.
const marks = new RegExp(
  [
    '`+([^`\\n]+)`+',
    '<!--(?:[^-]|-(?!->))*(?:-->)?',
    '(<(?:https?|mailto):[^<>\\s]*>)',
    '</?[a-z][^<>]*>',
    '&(?:#\\d+|#x[\\da-f]+|[a-z][a-z\\d]*);',
    '\\](?:\\((?:[^()\\s]|\\([^()\\s]*\\))*(?:[ \\t]+"[^"\\n]*")?\\)|\\[[^\\]\\n]*\\])',
    '\\[(?:\\^[^\\]\\s]+|![a-z]+|TOCM?)\\]',
    '(https?://[^\\s<>()|]+)',
  ].join('|'),
  'gi',
)

/** Returns the words of Markdown without its syntax. */
function wordsOf(markdown: string): string {
  let fence = ''
  const stored: string[] = []
  let prose: string[] = []
  const flush = () => {
    const text = prose.join('\n')
    prose = []
    stored.push(
      text.replace(marks, (_, code?: string, ...links: unknown[]) => code ?? (links[0] || links[1] ? ' a ' : ' ')),
    )
  }
  for (const line of markdown.split('\n')) {
    const mark = fenceLine.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') {
      flush()
      fence = mark
    } else if (fence !== '' && mark.startsWith(fence)) fence = ''
    else if (fence !== '') stored.push(line)
    else if (!definition.test(line)) prose.push(line)
  }
  flush()
  return stored.join('\n')
}

/** Values that are selected in the form of an API page rather than written: types, methods, flags. */
const chosen = new Set(
  'from title type method mode require disable disabled enable enabled apiStatus page_type lang language'.split(' '),
)

/** Returns every text that was written into the form of an API page. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (chosen.has(key) ? [] : textsIn(part)))
}

/** Returns the texts of an API page; undefined for any other page. */
function apiTexts(text: string): string[] | undefined {
  if (!/^\s*\{/.test(text) || !text.includes('"info"')) return undefined
  try {
    const value = JSON.parse(text) as { info?: unknown }
    return typeof value.info === 'object'
      ? textsIn(value).map((one) => one.replace(/https?:\/\/\S+/gi, ' a '))
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Counts the words written in a page; each Chinese or Japanese character counts as one. Markdown syntax, HTML and the
 * parts of an API page that are selected are not words.
 */
export function countWords(text: string): number {
  const texts = apiTexts(text)
  return texts ? texts.reduce((sum, one) => sum + countIn(one), 0) : countIn(wordsOf(text))
}
