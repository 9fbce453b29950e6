import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { UploadList } from '#web/ui/upload-list.tsx'
import styles from './attachment.module.css'
import {
  cancelUploadAtom,
  clearEndedAtom,
  clearUploadAtom,
  retryUploadAtom,
  uploadFilesAtom,
  uploadsAtom,
} from './upload-atoms.ts'
import { isForTarget, type Upload } from './upload-queue.ts'

/** Drop zone and file picker for an upload target, with the progress of its uploads. */
export function UploadArea({ page_id, item_id }: { page_id: number; item_id: number }) {
  const { t } = useTranslation('attachment')
  const uploads = useAtomValue(uploadsAtom)
  const upload = useSetAtom(uploadFilesAtom)
  const cancel = useSetAtom(cancelUploadAtom)
  const retry = useSetAtom(retryUploadAtom)
  const clear = useSetAtom(clearUploadAtom)
  const clearEnded = useSetAtom(clearEndedAtom)
  const mb = boot.upload_max_mb
  useEffect(() => () => clearEnded({ page_id, item_id }), [clearEnded, page_id, item_id])
  const inWords = ({ fault, error: rejection, ...row }: Upload) => ({
    ...row,
    reason: fault ? t(`fault.${fault}`, { mb }) : (rejection?.text ?? ''),
  })
  return (
    <div className={styles.uploads}>
      <DropZone
        compact
        multiple
        label={t('drop')}
        touchLabel={t('pick')}
        action={t('upload')}
        limit={t('limit', { mb })}
        onFiles={(files) => upload(files, { page_id, item_id })}
      />
      <UploadList
        uploads={uploads.filter(isForTarget({ page_id, item_id })).map(inWords)}
        onCancel={cancel}
        onRetry={retry}
        onClear={clear}
      />
    </div>
  )
}
