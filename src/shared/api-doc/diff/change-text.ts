import { fillText } from '../schema/problem-text.ts'
import type { ApiChange } from './changes.ts'

/** The texts of changes in one language: of their subjects, and of the changes themselves. */
export interface ChangeTexts {
  subjects: Readonly<Record<string, string>>
  changes: Readonly<Record<string, string>>
}

/** Keywords that only come and go, by their names in kinds. */
const keywords: ReadonlyMap<string, string> = new Map([
  ...['if', 'then', 'else', 'not', 'contains'].map((name): [string, string] => [name, name]),
  ['dependent-required', 'dependentRequired'],
  ['dependent-schema', 'dependentSchemas'],
  ['pattern-property', 'patternProperties'],
  ['property-names', 'propertyNames'],
  ['unevaluated-items', 'unevaluatedItems'],
  ['unevaluated-properties', 'unevaluatedProperties'],
  ['content-schema', 'contentSchema'],
])

/** Returns the name of the text that stands for a change, and the keyword that it is about. */
export function textNameOf(name: string): { text: string; keyword?: string } {
  const [, keyword = '', change = ''] = /^(.*)-(added|removed)$/.exec(name) ?? []
  const known = keywords.get(keyword)
  if (known !== undefined) return { text: `keyword-${change}`, keyword: known }
  if (name.startsWith('unique-items-')) return { text: name }
  const [, bound = ''] = /^(?:max|min|exclusive|multiple-of).*-(set|unset|increased|decreased)$/.exec(name) ?? []
  if (bound !== '') return { text: `bound-${bound}` }
  return { text: name.startsWith('multiple-of-') ? 'bound-changed' : name }
}

/** Returns a change in words. */
export function changeText({ text: { name, subject, values } }: ApiChange, texts: ChangeTexts): string {
  const { text, keyword } = textNameOf(name)
  const all = { ...values, ...(keyword !== undefined && { keyword }) }
  const words = fillText(texts.subjects[subject] ?? '', all)
  return fillText(texts.changes[text] ?? name, { ...all, subject: words })
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
