import type { SchemaProblem } from './validate.ts'

/** The texts of problems in one language. */
export interface ProblemTexts {
  problems: Readonly<Record<string, string>>
}

/** Returns a text with values in place of `{{name}}`. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** Returns a problem in words: `/owner/name: Expected string, got null`. */
export function problemText({ path, text, values }: SchemaProblem, { problems }: ProblemTexts): string {
  const words = fillText(problems[text] ?? text, values)
  return path === '' ? words : `${path}: ${words}`
}
