import { safeJson } from './safe-json.ts'
import { budgetLimits, tooLarge } from './template/budget.ts'
import { type GenerationContext, generate } from './template/generate.ts'
import { readTemplate } from './template/read.ts'

/** Renders a template, as JSON. @throws {AppError} mockTemplateBad, mockTemplateTooLarge, mockTooLarge */
export function renderTemplate(template: string, making: GenerationContext): string {
  const json = safeJson(generate(readTemplate(template), making))
  if (Buffer.byteLength(json) > budgetLimits.characters) throw tooLarge()
  return json
}
