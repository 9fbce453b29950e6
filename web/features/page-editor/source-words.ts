import { useTranslation } from '#web/lib/i18n.ts'
import type { SourceWords } from './source-view.ts'

/** CodeMirror's own words, with the key of ours for each. */
const phraseKeys = {
  Find: 'find',
  Replace: 'replaceWith',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'matchCase',
  regexp: 'regexp',
  'by word': 'byWord',
  replace: 'replace',
  'replace all': 'replaceAll',
  close: 'close',
  'current match': 'current',
  'on line': 'onLine',
  'replaced $ matches': 'replaced',
  'replaced match on line $': 'replacedOn',
  'Go to line': 'goToLine',
  go: 'go',
  'Selection deleted': 'deleted',
  'Control character': 'control',
} as const

/** The words of the source editor in the language of the interface. `label` is its accessible name. */
export function useSourceWords(label: string): SourceWords {
  const { t } = useTranslation('page-editor')
  const phrases = Object.fromEntries(Object.entries(phraseKeys).map(([english, key]) => [english, t(`search.${key}`)]))
  return { label, placeholder: t('source.placeholder'), phrases, format: { heading: t('format.tableHeading') } }
}
