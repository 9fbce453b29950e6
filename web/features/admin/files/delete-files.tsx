import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteFilesAtom, type SiteFile } from './atoms.ts'

/** Asks for confirmation before files are deleted, and says where they will be missing. */
export function DeleteFiles(props: { files: readonly SiteFile[]; onClose: () => void; onDone: () => void }) {
  const { files, onClose, onDone } = props
  const { t } = useTranslation('admin')
  const done = useMountedCallback(onDone)
  const deleteFiles = useSetAtom(deleteFilesAtom)
  const [first] = files
  const used = files.filter((file) => file.page_id > 0).length
  const words = { count: files.length, shown: formatCount(files.length), name: first?.display_name ?? '' }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={files.length === 1 ? t('files.delete.title', words) : t('files.delete.titleMany', words)}
      action={t('files.delete.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        const { success } = await deleteFiles(files.map((file) => file.file_id))
        done()
        toast.ok(localized(() => i18next.t('admin:files.delete.done', { count: success, shown: formatCount(success) })))
      }}
    >
      {used > 0 ? t('files.delete.used', { count: used, shown: formatCount(used) }) : t('files.delete.text')}
    </ConfirmDialog>
  )
}
