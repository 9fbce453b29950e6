import { useAtomValue, useSetAtom } from 'jotai'
import { detectLineEnds } from '#web/features/editor/source/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { clockTime } from './clock.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { CompareLoading } from './compare-loading.tsx'
import { comparisonAtom } from './comparison.ts'
import { offeredDraftAtom, restoreDraftAtom } from './draft-atoms.ts'
import { editingSessionAtom } from './session.ts'

/** Shows the offered draft next to the text of the editor, and puts the merged text into the editor. */
export function DraftCompare({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('page-editor')
  const desk = useAtomValue(editingSessionAtom)
  const offer = useAtomValue(offeredDraftAtom)
  const restore = useSetAtom(restoreDraftAtom)
  const marks = { mine: t('merge.useDraft'), theirs: t('merge.page') }
  const [read, again] = useQuery(offer?.key ?? '', () =>
    comparisonAtom({ base: undefined, mine: offer?.text ?? '', theirs: desk?.saved.text ?? '', marks }),
  )
  if (!desk || !offer) return null
  const apply = (text: string) => {
    void restore(text.replaceAll('\n', detectLineEnds(offer.text).main))
    onClose()
    return undefined
  }
  if (!read || 'error' in read) {
    const title = t('merge.draftTitle')
    return <CompareLoading title={title} note={t('merge.draftText')} read={read} onRetry={again} onClose={onClose} />
  }
  return (
    <CompareDialog
      compared={read.value}
      marks={marks}
      title={t('merge.draftTitle')}
      note={t('merge.draftText')}
      theirs={{ label: t('merge.page'), text: desk.saved.text, use: t('merge.usePage') }}
      mine={{
        label: t('merge.draft', { time: clockTime(new Date(offer.at)) }),
        text: offer.text,
        use: t('merge.useDraft'),
      }}
      start={offer.text}
      action={t('merge.apply')}
      onAction={apply}
      onClose={onClose}
    />
  )
}
