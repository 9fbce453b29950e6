import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { mockAtom } from './mock-atoms.ts'
import { MockForm } from './mock-form.tsx'

/** Edits the mock response of the API that a page describes: its template, its address, and a test. */
export function MockDialog(props: { item_id: number; page_id: number; onClose: () => void }) {
  const { item_id, page_id, onClose } = props
  const { t } = useTranslation(['page-helpers', 'common'])
  const [read, again] = useQuery(String(page_id), () => mockAtom(page_id))
  if (read && 'mock' in read) return <MockForm item_id={item_id} page_id={page_id} kept={read.mock} onClose={onClose} />
  return (
    <Dialog
      open
      size="l"
      title={t('mock.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.cancel')}</Button>}
    >
      {read ? (
        <LoadError
          text={t('mock.failed')}
          message={getErrorMessage(read.error)}
          requestId={getRequestId(read.error)}
          onRetry={again}
        />
      ) : (
        <Loading onRetry={again}>
          <SkeletonText lines={6} />
        </Loading>
      )}
    </Dialog>
  )
}
