import { atom } from 'jotai'
import type { Lang } from '#web/lib/i18n.ts'
import type { Chapter, GuideTexts } from './chapters.ts'
import { readGuide } from './read-guide.ts'

const load: Record<Lang, () => Promise<{ texts: GuideTexts }>> = {
  en: () => import('./guide-en.ts'),
  zh: () => import('./guide-zh.ts'),
}

const inLang = (lang: Lang) => atom(async (): Promise<Chapter[]> => readGuide((await load[lang]()).texts))

/** The chapters of the guide in each language. Suspends. */
export const guideAtoms: Record<Lang, ReturnType<typeof inLang>> = { en: inLang('en'), zh: inLang('zh') }
