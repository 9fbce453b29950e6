import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { BookDiffTable } from '#web/features/spreadsheet/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { SheetDraft } from './drafts.ts'
import { sheetSessionAtom } from './sheet-session.ts'

/** Shows, cell by cell, what the draft would change in the book. */
export function DraftCompare({
  offer,
  onTake,
  onClose,
}: {
  offer: SheetDraft
  onTake: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('sheet')
  const saved = useAtomValue(sheetSessionAtom)?.saved ?? ''
  const texts = useMemo(() => ({ old: saved, next: offer.text }), [saved, offer])
  return (
    <Dialog
      open
      size="l"
      title={t('draft.compareTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('draft.later')}</Button>
          <Button variant="primary" onClick={onTake}>
            {t('draft.restore')}
          </Button>
        </>
      }
    >
      <BookDiffTable {...texts} />
    </Dialog>
  )
}
