import { callFieldWords, fieldWords } from '#contract/field-words.ts'
import type { Lang } from '#src/core/messages.ts'

/**
 * What a person calls a field: its meaning without what is explained after that, or its name where no words are known.
 *
 * @param call `controller/action`
 * @param path where it stands in the input
 */
export function fieldLabel(call: string, path: readonly PropertyKey[], lang: Lang): string {
  const name = String(path.findLast((part) => typeof part === 'string') ?? '')
  const place = path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`)).join('')
  const words = callFieldWords[call]?.[place.slice(1)] ?? fieldWords[name]
  return words?.[lang === 'zh' ? 1 : 0].split(/[;:,；：，]/)[0] ?? name
}
