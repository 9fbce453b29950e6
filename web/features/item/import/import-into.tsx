import { itemsAtom } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { getImportBlocker } from './report.ts'

/** Import dialog for an item known only by its id, as in a URL; shows the reason when importing is not possible. */
export function ImportInto({ item_id, onClose }: { item_id: string; onClose: () => void }) {
  const { t } = useTranslation(['import', 'common'])
  const [answer, ask] = useCachedQuery(itemsAtom, item_id)
  const info = queryValue(answer)
  const reason = info && getImportBlocker(info)
  if (info && !reason) return <ImportDialog open item={{ item_id, item_name: info.item_name }} onClose={onClose} />
  return (
    <Dialog
      open
      size="m"
      title={info ? t('titleInto', { name: info.item_name }) : t('title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('result.close')}</Button>}
    >
      <QueryBoundary result={answer} onRetry={() => void ask('again')} failed={t('closed.failed')}>
        {() => reason && <Banner>{t(`closed.${reason}`)}</Banner>}
      </QueryBoundary>
    </Dialog>
  )
}
