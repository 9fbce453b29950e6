import { currentLang, type Lang } from './i18n.ts'

/** Sentences one after the other, without those that are empty: Chinese ones stand without a blank between them. */
export const joinSentences = (parts: readonly (string | false | undefined)[], lang: Lang = currentLang()): string =>
  parts.filter(Boolean).join(lang === 'zh' ? '' : ' ')
