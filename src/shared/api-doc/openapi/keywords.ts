import { plainOrCode } from '#shared/markdown/write.ts'
import type { UnknownObject } from '../unknown-json.ts'
import { schemaKeywords } from './fields.ts'
import { listed, moreExamples } from './schema-helpers.ts'

/** The maximum length of a keyword's JSON in a remark; longer JSON is cut and ends with an ellipsis. */
const keywordLength = 20_000

/** The schema keywords that have a field of their own; the others go into the remark. */
const placed = new Set<string>(schemaKeywords)

const shortened = (text: string): string => (text.length > keywordLength ? `${text.slice(0, keywordLength)}…` : text)

/** Returns the keywords of a schema as an import writes them into the remark of its row: `enum: a, b; minLength: 3`. */
export function keywordsOf(schema: UnknownObject): string {
  const keywords = Object.entries(schema)
    .filter(([key, value]) => !placed.has(key) && value !== undefined)
    .map(([key, value]) => `${key}: ${plainOrCode(shortened(listed(value)))}`)
  const example = moreExamples(schema)
  if (example !== '') keywords.push(`examples: ${plainOrCode(shortened(example))}`)
  if (schema['additionalProperties'] === false) keywords.push('additionalProperties: false')
  return keywords.join('; ')
}
