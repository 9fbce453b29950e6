import { type Language, StreamLanguage, type StringStream } from '@codemirror/language'

interface Syntax {
  /** What begins a comment that runs to the end of the line. */
  comment: RegExp
  /** The keywords. */
  words: string
  /** Whether keywords are case-insensitive. */
  anyCase?: boolean
  /** Whether a name before a colon is a key. */
  keys?: boolean
  /** Whether the language has tags. */
  tags?: boolean
}

interface Within {
  /** What ends the comment or string that spans several lines. */
  until: string
  style: string
}

/** A simple highlighter for code: comments, strings, numbers and keywords. */
function plainLanguage({ comment, words, anyCase = false, keys = false, tags = false }: Syntax): Language {
  const known = new Set(words.split(' '))
  const runOn = (stream: StringStream, state: { within: Within | undefined }) => {
    const { until = '', style = '' } = state.within ?? {}
    if (stream.skipTo(until)) {
      stream.match(until)
      state.within = undefined
    } else stream.skipToEnd()
    return style
  }
  return StreamLanguage.define<{ within: Within | undefined }>({
    startState: () => ({ within: undefined }),
    copyState: ({ within }) => ({ within }),
    token(stream, state) {
      if (state.within) return runOn(stream, state)
      if (stream.eatSpace()) return null
      if (stream.match('/*')) {
        state.within = { until: '*/', style: 'comment' }
        return 'comment'
      }
      const long = stream.match(/^("""|''')/)
      if (Array.isArray(long)) {
        state.within = { until: long[0], style: 'string' }
        return 'string'
      }
      if (stream.match(comment)) {
        stream.skipToEnd()
        return 'comment'
      }
      if (tags && stream.match('<!--')) {
        state.within = { until: '-->', style: 'comment' }
        return 'comment'
      }
      if (tags && stream.match(/^<\/?[\w:-]+|^\/?>/)) return 'tagName'
      if (tags && stream.match(/^[\w:@.-]+(?==)/)) return 'attributeName'
      if (keys && stream.match(/^[\w.-]+(?=\s*:(?:\s|$))/)) return 'attributeName'
      if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?|^`[^`]*`?/)) return 'string'
      if (stream.match(/^\d[\w.]*/)) return 'number'
      if (stream.match(/^[$@]?[A-Za-z_]\w*/)) {
        const word = anyCase ? stream.current().toLowerCase() : stream.current()
        return known.has(word) ? 'keyword' : null
      }
      stream.next()
      return null
    },
  })
}

const slashes = /^\/\//
const hash = /^#/
const cLike =
  'abstract boolean break byte case catch char class const continue default defer delete do double else enum extends false final finally float for func function go if implements import in instanceof int interface let long map namespace new nil null override package private protected public range return select short static string struct super switch this throw throws true try type typedef typeof use using var virtual void while yield async await fn impl match mod mut pub self trait where echo foreach as val fun when object data'

const made = new Map<string, Language>()
const once = (name: string, syntax: Syntax) => () => {
  const language = made.get(name) ?? plainLanguage(syntax)
  made.set(name, language)
  return language
}

const curly = once('curly', { comment: slashes, words: cLike })
const php = once('php', { comment: /^(?:\/\/|#)/, words: cLike })
const python = once('python', {
  comment: hash,
  words:
    'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return self True try while with yield',
})
const ruby = once('ruby', {
  comment: hash,
  words:
    'begin break case class def do else elsif end ensure false for if in module next nil not or and require rescue return self super then true unless until when while yield',
})
const shell = once('shell', {
  comment: hash,
  words:
    'case cd curl do done echo elif else esac exit export fi for function if in local npm return set sudo then until while',
})
const sql = once('sql', {
  comment: /^--/,
  anyCase: true,
  words:
    'add all alter and as asc auto_increment between bigint by case char comment create cross date datetime decimal default delete desc distinct drop else end exists foreign from full group having if in index inner insert int integer into is join key left like limit not null numeric on or order outer primary references right select set table text then timestamp tinyint union unique unsigned update using values varchar view when where with',
})
const yaml = once('yaml', { comment: hash, words: 'true false null yes no on off', keys: true })

const script = once('script', {
  comment: slashes,
  words: `${cLike} undefined of from as readonly declare keyof infer satisfies is constructor get set`,
})
const json = once('json', { comment: slashes, words: 'true false null' })
const style = once('style', {
  comment: slashes,
  words: 'important media import supports keyframes font-face',
  keys: true,
})
/** Highlights tags, their attributes and strings. */
export const markup: () => Language = once('markup', { comment: /^<!DOCTYPE/i, words: '', tags: true })

const byName: Record<string, () => Language> = {
  js: script,
  jsx: script,
  javascript: script,
  mjs: script,
  ts: script,
  typescript: script,
  tsx: script,
  json,
  json5: json,
  jsonc: json,
  css: style,
  scss: style,
  less: style,
  html: markup,
  xml: markup,
  svg: markup,
  vue: markup,
  c: curly,
  cpp: curly,
  'c++': curly,
  cs: curly,
  csharp: curly,
  dart: curly,
  go: curly,
  golang: curly,
  groovy: curly,
  java: curly,
  kotlin: curly,
  rust: curly,
  rs: curly,
  scala: curly,
  swift: curly,
  php,
  py: python,
  python,
  rb: ruby,
  ruby,
  bash: shell,
  sh: shell,
  shell,
  zsh: shell,
  console: shell,
  curl: shell,
  dockerfile: shell,
  sql,
  mysql: sql,
  postgresql: sql,
  pgsql: sql,
  yaml,
  yml: yaml,
  toml: yaml,
  ini: yaml,
  properties: yaml,
}

/** Returns the highlighter of a fenced code block by its info string; null for unknown languages. */
export const codeLanguage = (info: string): Language | null =>
  byName[/^[{.\s]*([\w+#-]+)/.exec(info)?.[1]?.toLowerCase() ?? '']?.() ?? null
