import { reindentJson } from '#markdown/json-text.ts'
import { isApiText } from '#web/features/reading/index.tsx'

/** A text as it is compared line by line: API JSON, most often written in one line, has a line for each value. */
export const normalizeForDiff = (text: string): string => (isApiText(text) ? reindentJson(text) : text)

/** Two texts as they are compared; as they stand where nothing but their layout differs. */
export function normalizePair(old: string, next: string): { old: string; next: string } {
  const texts = { old: normalizeForDiff(old), next: normalizeForDiff(next) }
  return texts.old === texts.next ? { old, next } : texts
}
