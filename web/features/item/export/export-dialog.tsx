import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportIcon } from '#web/ui/screen-icons.ts'
import { ExportButtons, ExportForm } from './export-form.tsx'
import { type ExportedItem, type ExportStart, useExport } from './use-export.ts'

/** Exports an item or a part of it to a file; continues when the dialog is closed. */
export function ExportDialog({ item, onClose, ...start }: { item: ExportedItem; onClose: () => void } & ExportStart) {
  const { t } = useTranslation(['export', 'common'])
  const made = useExport(item, start)
  const state = made.job?.state
  const isChoosing = state !== 'running' && state !== 'done'
  return (
    <Dialog
      open
      title={t('title', { name: item.item_name })}
      onClose={onClose}
      onSubmit={() => void (isChoosing ? made.run() : undefined)}
      footer={
        isChoosing ? (
          <>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" icon={<ExportIcon />} disabled={made.isStarting}>
              {t(state === 'failed' ? 'retry' : 'export')}
            </Button>
          </>
        ) : (
          <>
            <ExportButtons made={made} />
            <Button onClick={onClose}>{t('close')}</Button>
          </>
        )
      }
    >
      <ExportForm item={item} made={made} />
    </Dialog>
  )
}
