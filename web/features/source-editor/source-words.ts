import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { SourceWords } from './source-view.ts'

/** CodeMirror's own words, with the key of ours for each. */
const phraseKeys = {
  'current match': 'current',
  'on line': 'onLine',
  'replaced $ matches': 'replaced',
  'replaced match on line $': 'replacedOn',
  'Go to line': 'goToLine',
  go: 'go',
  close: 'close',
  'Selection deleted': 'deleted',
  'Control character': 'control',
  'Fold line': 'fold',
  'Unfold line': 'unfold',
  unfold: 'unfold',
  'folded code': 'folded',
  'Folded lines': 'foldedLines',
  'Unfolded lines': 'unfoldedLines',
  to: 'to',
  Completions: 'completions',
} as const

/** The words of the source editor in the language of the interface. `label` is its accessible name. */
export function useSourceWords(label: string): SourceWords {
  const { t } = useTranslation('source-editor')
  const phrases = Object.fromEntries(Object.entries(phraseKeys).map(([english, key]) => [english, t(`search.${key}`)]))
  return {
    label,
    placeholder: t('source.placeholder'),
    phrases,
    insert: {
      heading: t('format.tableHeading'),
      calloutText: t('insert.calloutText'),
      mermaidFrom: t('insert.mermaidFrom'),
      mermaidTo: t('insert.mermaidTo'),
      footnoteText: t('insert.footnoteText'),
      detailsTitle: t('insert.detailsTitle'),
      detailsText: t('insert.detailsText'),
    },
    search: {
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
    },
  }
}
