import type { useTranslation } from 'react-i18next'
import { formatCount } from '#web/lib/format.ts'

/** The labels of the find and replace panel. */
export interface FindLabels {
  label: string
  find: string
  replaceWith: string
  next: string
  previous: string
  all: string
  matchCase: string
  regexp: string
  byWord: string
  replace: string
  replaceAll: string
  close: string
  showReplace: string
  none: string
  bad: string
  count: (at: number, total: number) => string
  some: (total: number) => string
  many: (total: number) => string
}

/** Returns these labels in the interface language. */
export function getFindLabels(t: ReturnType<typeof useTranslation<'source-editor'>>['t']): FindLabels {
  return {
    label: t('search.label'),
    find: t('search.find'),
    replaceWith: t('search.replaceWith'),
    next: t('search.next'),
    previous: t('search.previous'),
    all: t('search.all'),
    matchCase: t('search.matchCase'),
    regexp: t('search.regexp'),
    byWord: t('search.byWord'),
    replace: t('search.replace'),
    replaceAll: t('search.replaceAll'),
    close: t('search.close'),
    showReplace: t('search.showReplace'),
    none: t('search.none'),
    bad: t('search.bad'),
    count: (at, total) => t('search.count', { at: formatCount(at), total: formatCount(total) }),
    some: (total) => t('search.some', { total: formatCount(total) }),
    many: (total) => t('search.many', { total: formatCount(total) }),
  }
}
