import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { clockTime } from './clock.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { deskAtom } from './desk.ts'
import { offerAtom, restoreDraftAtom } from './draft-atoms.ts'
import { lineEndsOf } from './line-ends.ts'
import type { MergeTools } from './merge-tools.ts'
import { sourceViewAtom } from './source-atoms.ts'

/** Shows the offered draft beside what is in the editor, and puts what both become into the editor. */
export function DraftCompare({ tools, onClose }: { tools: MergeTools; onClose: () => void }) {
  const { t } = useTranslation('page-editor')
  const desk = useAtomValue(deskAtom)
  const offer = useAtomValue(offerAtom)
  const source = useAtomValue(sourceViewAtom)
  const restore = useSetAtom(restoreDraftAtom)
  if (!desk || !offer || !source) return null
  const apply = (text: string) => {
    void restore(text.replaceAll('\n', lineEndsOf(offer.text).main))
    onClose()
    return undefined
  }
  return (
    <CompareDialog
      tools={tools}
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
