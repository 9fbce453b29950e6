import { writeTable } from '#shared/markdown/table.ts'
import { cellCode, cellText } from '../markdown-table.ts'
import type { JsonField } from './json-fields.ts'

/** The labels of a table of fields, in the reader's language. */
export interface JsonTableLabels {
  field: string
  type: string
  required: string
  example: string
  explanation: string
  yes: string
  no: string
  /** The name of a value that is not a field. */
  root: string
}

/** How the table is rendered. */
export interface JsonTableOptions {
  /** `dash`: a dash for each level before the name; `path`: all names on the path to it. */
  nesting: 'dash' | 'path'
  hasExamples: boolean
}

/** Returns a Markdown table of fields: name, type, whether it is required, and its description. */
export function jsonTable(fields: readonly JsonField[], words: JsonTableLabels, options: JsonTableOptions): string {
  const { nesting, hasExamples } = options
  const nameOf = ({ name, path, depth }: JsonField) => {
    if (path === '' && name === '') return cellText(words.root)
    return nesting === 'path' ? cellText(path) : '- '.repeat(depth) + cellText(name)
  }
  const head = [words.field, words.type, words.required, ...(hasExamples ? [words.example] : []), words.explanation]
  const rows = fields.map((field) => [
    nameOf(field),
    field.type,
    field.isRequired ? words.yes : words.no,
    ...(hasExamples ? [cellCode(shortened(field.example))] : []),
    cellText(field.note),
  ])
  return writeTable(head, rows)
}

const exampleMost = 80

const shortened = (example: string) => (example.length > exampleMost ? `${example.slice(0, exampleMost)}…` : example)
