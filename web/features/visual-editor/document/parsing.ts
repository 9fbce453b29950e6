import type { Token } from 'markdown-it'
import { markdown, parseMarkdown } from '#markdown/pipeline.ts'

/** What is known of a document as a whole: where its references lead, and which notes it has. */
export type Definitions = {
  references: Record<string, { href: string; title: string }>
  footnotes: Record<string, number>
}

/** A document of no definitions. */
export const noDefinitions: Definitions = { references: {}, footnotes: {} }

type Env = Record<string, unknown> & {
  references?: Definitions['references']
  footnotes?: { refs?: Record<string, number>; list?: { content?: string }[] }
}

/** Tokens of the viewer's parser, with what it found beside them. */
export type Parsed = {
  tokens: Token[]
  definitions: Definitions
  /** The source of each note that was written in the line, by its number. */
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

/** Reads a whole document. */
export function parseDocument(text: string): Parsed {
  const { tokens, env } = parseMarkdown(text)
  return parsedOf(tokens, env)
}

/** Reads a piece of a document that has these definitions; they are found, not changed. */
export function parseFragment(text: string, { references, footnotes }: Definitions): Parsed {
  const env: Env = { references: Object.create(references), footnotes: { refs: { ...footnotes } } }
  return parsedOf(markdown.parse(text, env), env)
}

/** Whether a text that stands among other words defines references or notes for the whole document. */
export function definesSomething(text: string): boolean {
  const { definitions } = parseDocument(text)
  return Object.keys(definitions.references).length + Object.keys(definitions.footnotes).length > 0
}

/** Reads a whole document as far as its blocks go, for where they begin and end. Lines hold no tokens. */
export function parseStructure(text: string): Parsed {
  const env: Env = {}
  const tokens: Token[] = []
  markdown.block.parse(text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD'), markdown, env, tokens)
  const shown = tokens.filter(({ type }) => type !== 'reference_definition')
  return parsedOf(shown, env)
}
