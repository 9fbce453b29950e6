import { reindentJson } from '#markdown/json-text.ts'
import { isApiText } from '#web/features/reading/index.tsx'

/** A text as it is compared line by line: API JSON, most often written in one line, has a line for each value. */
export const laidOut = (text: string): string => (isApiText(text) ? reindentJson(text) : text)

/** Two texts as they are compared; as they stand where nothing but their layout differs. */
export function comparable(old: string, next: string): { old: string; next: string } {
  const texts = { old: laidOut(old), next: laidOut(next) }
  return texts.old === texts.next ? { old, next } : texts
}
