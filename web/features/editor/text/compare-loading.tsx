import type { ReactNode } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** Shown while a comparison is computed, or says why there is none. */
export function CompareLoading(props: {
  title: string
  note: ReactNode
  read: { error: unknown } | undefined
  onRetry: () => void
  onClose: () => void
}) {
  const { title, note, read, onRetry, onClose } = props
  const { t } = useTranslation('page-editor')
  return (
    <Dialog open size="full" title={title} note={note} onClose={onClose}>
      {read ? (
        <LoadError text={t('merge.failed')} message={getErrorMessage(read.error)} onRetry={onRetry} />
      ) : (
        <Loading onRetry={onRetry}>
          <SkeletonText lines={12} />
        </Loading>
      )}
    </Dialog>
  )
}
