/** A comment of a source text, without the marks of its language. */
export interface SourceComment {
  /** The line that it begins on, from 1. */
  line: number
  text: string
}

/** How the files of a language write comments. */
interface CommentStyle {
  blocks: readonly (readonly [open: string, close: string])[]
  /** Matches the mark of a comment that fills its line. */
  line: RegExp | undefined
}

const slashLine = /^[ \t]*\/\/[/!]*[ \t]?/
const hashLine = /^[ \t]*#(?!\[)[#!]*[ \t]?/
const eitherLine = /^[ \t]*(?:\/\/[/!]*|#(?!\[)[#!]*)[ \t]?/

const slashes: CommentStyle = { blocks: [['/*', '*/']], line: slashLine }
const both: CommentStyle = { blocks: [['/*', '*/']], line: eitherLine }
const hashes: CommentStyle = { blocks: [], line: hashLine }
const python: CommentStyle = {
  blocks: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  line: hashLine,
}
const ruby: CommentStyle = { blocks: [['=begin', '=end']], line: hashLine }

const styleOf = new Map<string, CommentStyle>([
  ...'java kt kts scala groovy go js mjs cjs jsx ts mts cts tsx vue svelte cs c h cc cpp cxx hpp m mm swift dart rs proto thrift'
    .split(' ')
    .map((name) => [name, slashes] as const),
  ['php', both],
  ['phtml', both],
  ['py', python],
  ['pyi', python],
  ['rb', ruby],
  ...'pl pm ex exs sh'.split(' ').map((name) => [name, hashes] as const),
])

const extensionOf = (name: string): string => /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Whether a file is the source of a language whose comments are known. */
export const isSourceFile = (name: string): boolean => styleOf.has(extensionOf(name))

/** The file extensions of these languages, without dots. */
export const sourceExtensions: readonly string[] = [...styleOf.keys()]

/** What the comments of a source text are, and where one begins that is never closed. */
interface FoundComments {
  comments: SourceComment[]
  unclosedLine: number | undefined
}

/**
 * Finds the comments of a source text: blocks, and runs of lines that hold nothing else. A text of an unknown language
 * may have the blocks of C and any lines. It reads each character a few times at most, whatever the text.
 *
 * @param fileName decides the language by its extension
 */
export function findSourceComments(source: string, fileName: string): FoundComments {
  const { blocks, line: mark } = styleOf.get(extensionOf(fileName)) ?? both
  const comments: SourceComment[] = []
  const openers = blocks.map(([open, close]) => ({ open, close, at: source.indexOf(open) }))
  let unclosedLine: number | undefined
  let run: { line: number; texts: string[] } | undefined
  const endRun = () => {
    if (run) comments.push({ line: run.line, text: run.texts.join('\n') })
    run = undefined
  }
  let line = 1
  let at = 0
  for (let lineEnd = endOfLine(source, 0); at < source.length; ) {
    if (at > lineEnd) lineEnd = endOfLine(source, at)
    const isAtStart = at === 0 || source[at - 1] === '\n'
    const text = isAtStart && mark ? source.slice(at, lineEnd) : ''
    const found = mark?.exec(text)?.[0]
    if (text !== '' && found !== undefined) {
      run ??= { line, texts: [] }
      run.texts.push(text.slice(found.length).trimEnd())
    } else {
      endRun()
      const opener = firstOpener(source, openers, at)
      if (opener && opener.at < lineEnd) {
        const from = opener.at + opener.open.length
        const end = source.indexOf(opener.close, from)
        if (end >= 0) {
          const body = source.slice(from, end)
          comments.push(blockComment(body, opener.open, line))
          line += countLines(body)
          at = end + opener.close.length
          continue
        }
        unclosedLine ??= markedComment.test(source.slice(from)) ? line : undefined
        opener.at = -1
        continue
      }
    }
    at = lineEnd + 1
    line++
  }
  endRun()
  return { comments, unclosedLine }
}

interface Opener {
  open: string
  close: string
  /** Where it is next; -1 when it is no more, or is never closed. */
  at: number
}

/** Returns the mark that opens the next block from a position on. */
function firstOpener(source: string, openers: Opener[], from: number): Opener | undefined {
  let first: Opener | undefined
  for (const opener of openers) {
    if (opener.at >= 0 && opener.at < from) opener.at = source.indexOf(opener.open, from)
    if (opener.at >= 0 && (!first || opener.at < first.at)) first = opener
  }
  return first
}

/** Matches the word that marks a comment as the description of a page. */
export const markedComment = /(?<![\w-])(?:showdoc|docstead)(?![\w-])/i

const endOfLine = (source: string, at: number): number => {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}

const countLines = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Returns a block without its frame: the asterisks at the beginnings of its lines, or their common indentation. */
function blockComment(body: string, open: string, line: number): SourceComment {
  // A string such as 'src/**' opens no comment: the one that a later line opens is the real one.
  const inner = open === '/*' ? Math.max(...[...body.matchAll(/^[ \t]*\/\*/gm)].map(({ index }) => index), -1) : -1
  const from = inner < 0 ? 0 : body.indexOf('/*', inner) + 2
  const [first = '', ...rest] = body.slice(from).split(/\r?\n/)
  const written = rest.filter((one) => one.trim() !== '')
  const isFramed = open === '/*' && written.length > 0 && written.every((one) => /^\s*\*/.test(one))
  const indent = isFramed ? 0 : Math.min(...written.map((one) => /^\s*/.exec(one)?.[0].length ?? 0), 200)
  const bare = rest.map((one) => (isFramed ? one.replace(/^\s*\*+[ \t]?/, '') : one.slice(indent)).trimEnd())
  const head = (open === '/*' ? first.replace(/^[*!]+/, '') : first).trim()
  return { line: line + countLines(body.slice(0, from)), text: [head, ...bare].join('\n') }
}
