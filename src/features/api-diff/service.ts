import { type ChangeTexts, changeText } from '#shared/api-doc/diff/change-text.ts'
import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import type { ChangeLevel } from '#shared/api-doc/diff/kinds.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import en from '#shared/locales/api-changes-en.json' with { type: 'json' }
import zh from '#shared/locales/api-changes-zh.json' with { type: 'json' }
import type { Lang } from '#src/core/i18n.ts'

const texts: Record<Lang, ChangeTexts & { levels: Record<ChangeLevel, string> }> = { en, zh }

/** A difference between two API descriptions, in words. */
export interface ComparedChange {
  level: ChangeLevel
  /** A stable name of the rule: `request-property-became-required`. */
  kind: string
  /** Method and path; empty for the whole description. */
  operation: string
  /** Where in the operation: `request/body/owner/name`; may be empty. */
  path: string
  text: string
}

/** Returns the names of the levels. */
export const levelTexts = (lang: Lang): Record<ChangeLevel, string> => texts[lang].levels

/** Returns a change in words. */
export const changeInWords = (change: ApiChange, lang: Lang): ComparedChange => ({
  level: change.level,
  kind: change.kind,
  operation: change.operation,
  path: change.path,
  text: changeText(change, texts[lang]),
})

/** Returns changes in words. */
export const describeChanges = (changes: readonly ApiChange[], lang: Lang): ComparedChange[] =>
  changes.map((change) => changeInWords(change, lang))

/** Returns a day as sunsets are compared with it: `2026-01-31`. */
export const dayOfComparison = (at: Date): string => at.toISOString().slice(0, 10)

/** Compares two descriptions of OpenAPI or Swagger. Returns the changes by operation, in a fixed order. */
export function compareApis(
  old: UnknownObject,
  now: UnknownObject,
  { lang, at }: { lang: Lang; at: Date },
): ComparedChange[] {
  return describeChanges(compareDescriptions({ old, now }, { today: dayOfComparison(at) }), lang)
}
