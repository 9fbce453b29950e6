import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportIcon } from '#web/ui/icons.ts'
import type { ExportedItem } from './atoms.ts'
import { ExportForm } from './export-form.tsx'
import { useExport } from './use-export.ts'

/** Exports an item, a catalog or a page to a file; continues when the dialog is closed. */
export function ExportDialog(props: {
  item: ExportedItem
  /** The page that the dialog was opened on. */
  page?: { page_id: string; page_title: string }
  onClose: () => void
}) {
  const { item, page, onClose } = props
  const { t } = useTranslation(['export', 'common'])
  const made = useExport(item, page)
  const state = made.transfer?.state
  const isChoosing = state !== 'running' && state !== 'done'
  return (
    <Dialog
      open
      title={t('title', { name: item.item_name })}
      onClose={onClose}
      onSubmit={() => void made.start()}
      footer={
        isChoosing ? (
          <>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" icon={<ExportIcon />}>
              {t(state === 'failed' ? 'retry' : 'export')}
            </Button>
          </>
        ) : (
          <>
            {made.transfer?.save && <Button onClick={made.transfer.save}>{t('result.again')}</Button>}
            <Button onClick={onClose}>{t('close')}</Button>
          </>
        )
      }
    >
      <ExportForm item={item} page={page} made={made} />
    </Dialog>
  )
}
