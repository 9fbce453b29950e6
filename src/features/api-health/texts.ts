import { findingText, type LintTexts } from '#shared/api-doc/lint/finding-text.ts'
import type { LintFinding } from '#shared/api-doc/lint/lint.ts'
import { lintDescription } from '#shared/api-doc/lint/lint-description.ts'
import type { LintSettings } from '#shared/api-doc/lint/rules.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import en from '#shared/locales/api-lint-en.json' with { type: 'json' }
import zh from '#shared/locales/api-lint-zh.json' with { type: 'json' }
import problemsEn from '#shared/locales/schema-check-en.json' with { type: 'json' }
import problemsZh from '#shared/locales/schema-check-zh.json' with { type: 'json' }
import type { Lang } from '#src/core/i18n.ts'

/** The texts of findings. */
export const lintTexts: Record<Lang, LintTexts & { levels: Record<'error' | 'warning' | 'hint', string> }> = {
  en: { ...en, problems: problemsEn },
  zh: { ...zh, problems: problemsZh },
}

/** Returns the names of the levels. */
export const lintLevelTexts = (lang: Lang): Record<'error' | 'warning' | 'hint', string> => lintTexts[lang].levels

/** A finding in words. */
export interface CheckedFinding {
  level: LintFinding['level']
  /** A stable name: `response-example`. */
  rule: string
  /** Method and path; empty for the whole description. */
  operation: string
  /** Where in the operation: `response 200`; may be empty. */
  path: string
  text: string
}

/** Checks a description of OpenAPI or Swagger. */
export function checkDescription(
  root: UnknownObject,
  settings: LintSettings,
  lang: Lang,
): { score: number; findings: CheckedFinding[]; isCut: boolean } {
  const { score, findings, isCut } = lintDescription(root, settings)
  const shown = findings.map((one) => ({
    level: one.level,
    rule: one.rule,
    operation: one.key,
    path: one.place,
    text: findingText(one, lintTexts[lang]),
  }))
  return { score, findings: shown, isCut }
}
