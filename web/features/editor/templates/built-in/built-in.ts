import type { Lang } from '#web/lib/i18n.ts'
import type { ListedTemplate } from '../templates.ts'
import type { BuiltIn } from './template-text.ts'

const loads: Record<Lang, () => Promise<readonly BuiltIn[]>> = {
  en: async () => (await import('./built-in-en.ts')).builtInEn,
  zh: async () => (await import('./built-in-zh.ts')).builtInZh,
}

/** Loads the built-in templates of a language, as the list shows them. */
export async function loadBuiltIn(lang: Lang): Promise<ListedTemplate[]> {
  const templates = await loads[lang]()
  return templates.map(({ id, title, content }) => ({ id, title, content: content.trim(), by: '', shares: 0 }))
}
