import { currentLang, type Lang } from './i18n.ts'

/** Joins the sentences that are not empty. Chinese sentences are joined without a space. */
export const joinSentences = (parts: readonly (string | false | undefined)[], lang: Lang = currentLang()): string =>
  parts.filter(Boolean).join(lang === 'zh' ? '' : ' ')
