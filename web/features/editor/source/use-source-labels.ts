import { getFindLabels } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import type { SourceLabels } from './source-view.ts'

/** CodeMirror's own texts, each with our translation key. */
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

/** Returns the labels of the source editor in the interface language. `label` is its accessible name. */
export function useSourceLabels(label: string): SourceLabels {
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
    search: getFindLabels(t),
  }
}
