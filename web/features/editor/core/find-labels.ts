import type { useTranslation } from 'react-i18next'
import { formatCount } from '#web/lib/format.ts'

const keys = [
  ...(['label', 'find', 'replaceWith', 'next', 'previous', 'all', 'matchCase', 'regexp', 'byWord'] as const),
  ...(['replace', 'replaceAll', 'close', 'showReplace', 'none', 'bad'] as const),
] as const

/** The labels of the find and replace panel. */
export interface FindLabels extends Record<(typeof keys)[number], string> {
  count: (at: number, total: number) => string
  some: (total: number) => string
  many: (total: number) => string
}

/** Returns these labels in the interface language. */
export function getFindLabels(t: ReturnType<typeof useTranslation<'source-editor'>>['t']): FindLabels {
  const labels = Object.fromEntries(keys.map((key) => [key, t(`search.${key}`)])) as Record<
    (typeof keys)[number],
    string
  >
  return {
    ...labels,
    count: (at, total) => t('search.count', { at: formatCount(at), total: formatCount(total) }),
    some: (total) => t('search.some', { total: formatCount(total) }),
    many: (total) => t('search.many', { total: formatCount(total) }),
  }
}
