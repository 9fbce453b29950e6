import { budgetLimits, tooLarge } from './template/budget.ts'
import { type GenerationContext, generate } from './template/generate.ts'
import { readTemplate } from './template/read.ts'

const unsafe = /\\["\\]|[<>&']/g
const codeOf = (sign: string): string => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** Returns JSON without any character of HTML syntax. Source: reference, api-facts 14. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(unsafe, (found) =>
    found === '\\\\' ? found : codeOf(found === '\\"' ? '"' : found),
  )

/** Renders a template, as JSON. @throws {AppError} mockTemplateBad, mockTemplateTooLarge, mockTooLarge */
export function renderTemplate(template: string, making: GenerationContext): string {
  const json = safeJson(generate(readTemplate(template), making))
  if (Buffer.byteLength(json) > budgetLimits.characters) throw tooLarge()
  return json
}
