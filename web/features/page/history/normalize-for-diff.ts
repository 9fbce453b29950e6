import { isApiText } from '#shared/api-doc/api-text.ts'
import { reindentJson } from '#shared/api-doc/json-text.ts'

/** Normalizes a text for a comparison by lines: API JSON, which is usually on one line, gets a line for each value. */
export const normalizeForDiff = (text: string): string => (isApiText(text) ? reindentJson(text) : text)

/** Normalizes two texts for a comparison; leaves them unchanged where only their layout differs. */
export function normalizePair(old: string, next: string): { old: string; next: string } {
  const texts = { old: normalizeForDiff(old), next: normalizeForDiff(next) }
  return texts.old === texts.next ? { old, next } : texts
}
