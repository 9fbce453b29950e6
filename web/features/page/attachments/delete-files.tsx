import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteFilesAtom } from './atoms.ts'
import { type OwnFile, previewKind } from './files.ts'

/** Asks for confirmation before files are deleted, and says what their pages will show afterwards. */
export function DeleteFiles({ files, onClose }: { files: readonly OwnFile[]; onClose: () => void }) {
  const { t } = useTranslation('attachment')
  const close = useMountedCallback(onClose)
  const deleteFiles = useSetAtom(deleteFilesAtom)
  const count = files.length
  const [only] = count === 1 ? files : []
  const used = files.filter((file) => file.page_count > 0).length
  const confirm = async () => {
    await deleteFiles(files)
    close()
    toast.ok(
      localized(() =>
        only
          ? i18next.t('attachment:delete.done', { name: only.display_name })
          : i18next.t('attachment:delete.doneMany', { count }),
      ),
    )
  }
  const effectOf = (file: OwnFile) =>
    t(previewKind(file) === 'image' ? 'delete.picture' : 'delete.link', { count: file.page_count })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={only ? t('delete.title', { name: only.display_name }) : t('delete.titleMany', { count })}
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={getErrorMessage}
    >
      {used === 0 && <p>{t(only ? 'delete.unused' : 'delete.unusedMany')}</p>}
      {used > 0 && <p>{only ? effectOf(only) : t('delete.usedMany', { count: used })}</p>}
      <p>{t('delete.forGood')}</p>
    </ConfirmDialog>
  )
}
