import type { Token } from 'markdown-it'
import { markdown, parseMarkdown } from '#shared/markdown/pipeline.ts'

/** The definitions of a whole document: its reference targets and its footnotes. */
export type Definitions = {
  references: Record<string, { href: string; title: string }>
  footnotes: Record<string, number>
}

/** A document without definitions. */
export const noDefinitions: Definitions = { references: {}, footnotes: {} }

type Env = Record<string, unknown> & {
  references?: Definitions['references']
  footnotes?: { refs?: Record<string, number>; list?: { content?: string }[] }
}

/** The tokens of the viewer's parser, with its further results. */
export type Parsed = {
  tokens: Token[]
  definitions: Definitions
  /** The source of each inline footnote, by its number. */
  notes: (string | undefined)[]
}

function parsedOf(tokens: Token[], env: Env): Parsed {
  const refs = Object.keys(env.footnotes?.refs ?? {})
  return {
    tokens,
    definitions: {
      references: env.references ?? {},
      footnotes: Object.fromEntries(refs.map((label) => [label, -1])),
    },
    notes: (env.footnotes?.list ?? []).map((note) => note.content),
  }
}

/** Parses a whole document. */
export function parseDocument(text: string): Parsed {
  const { tokens, env } = parseMarkdown(text)
  return parsedOf(tokens, env)
}

/** Parses a fragment of a document with these definitions, which are not changed. */
export function parseFragment(text: string, { references, footnotes }: Definitions): Parsed {
  const env: Env = { references: Object.create(references), footnotes: { refs: { ...footnotes } } }
  return parsedOf(markdown.parse(text, env), env)
}

/** Returns whether a text within other text defines references or footnotes for the whole document. */
export function definesSomething(text: string): boolean {
  const { definitions } = parseDocument(text)
  return Object.keys(definitions.references).length + Object.keys(definitions.footnotes).length > 0
}

/** Parses only the block structure of a whole document, for the block boundaries. Inline tokens are left out. */
export function parseStructure(text: string): Parsed {
  const env: Env = {}
  const tokens: Token[] = []
  markdown.block.parse(text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD'), markdown, env, tokens)
  const shown = tokens.filter(({ type }) => type !== 'reference_definition')
  return parsedOf(shown, env)
}
