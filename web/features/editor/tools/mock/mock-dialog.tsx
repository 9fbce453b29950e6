import { useTranslation } from '#web/lib/i18n.ts'
import { useFetch } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { readMock } from './mock-atoms.ts'
import { MockForm } from './mock-form.tsx'

/** Edits the mock response of the API that a page describes: its template, its address, and a test. */
export function MockDialog(props: { item_id: number; page_id: number; onClose: () => void }) {
  const { item_id, page_id, onClose } = props
  const { t } = useTranslation(['page-helpers', 'common'])
  const [read, again] = useFetch(String(page_id), (signal) => readMock(page_id, signal))
  if (read && 'value' in read)
    return <MockForm item_id={item_id} page_id={page_id} kept={read.value} onClose={onClose} />
  return (
    <Dialog
      open
      size="l"
      title={t('mock.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.cancel')}</Button>}
    >
      <QueryBoundary result={read} onRetry={again} failed={t('mock.failed')} waiting={<SkeletonText lines={6} />}>
        {() => null}
      </QueryBoundary>
    </Dialog>
  )
}
