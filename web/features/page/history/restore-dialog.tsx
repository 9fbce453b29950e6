import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { initialTextAtom } from '#web/features/editor/core/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { restoreAtom } from './atoms.ts'

/** The version to restore. */
interface RestoredVersion {
  page_history_id: string
  page_title: string
  /** In Unix seconds. */
  save_time: string
}

/** Asks for confirmation before a former version replaces the page, and offers to undo it afterwards. */
export function RestoreDialog(props: {
  page_id: string
  /** The current title of the page. */
  page_title: string
  version: RestoredVersion
  onClose: () => void
  /** Called after restoring, and again after that was undone: the page has to be reloaded. */
  onRestored: (() => void) | undefined
  /** Called after restoring. */
  onDone: () => void
}) {
  const { page_id, page_title, version, onClose, onRestored, onDone } = props
  const { t } = useTranslation('page-history')
  const close = useMountedCallback(onClose)
  const leave = useMountedCallback(onDone)
  const restore = useSetAtom(restoreAtom)
  const time = exactTime(version.save_time)
  const confirm = async () => {
    const takeBack = await restore(page_id, version.page_history_id, t('restore.remark', { time }))
    const undo = async () => {
      try {
        await takeBack()
        onRestored?.()
        toast.ok(localized(() => i18next.t('page-history:restore.undone')))
      } catch (error) {
        toast.error(localized(() => `${i18next.t('page-history:restore.notUndone')} ${getErrorMessage(error)}`))
      }
    }
    close()
    onRestored?.()
    leave()
    toast.ok(
      localized(() => i18next.t('page-history:restore.done', { time: shortDate(version.save_time) })),
      { undo: () => void undo() },
    )
  }
  return (
    <ConfirmDialog
      open
      danger={false}
      onClose={onClose}
      title={t('restore.title', { time })}
      action={t('restore.action')}
      onConfirm={confirm}
      errorText={getErrorMessage}
    >
      {joinSentences([
        t('restore.text'),
        version.page_title !== page_title && t('restore.renames', { title: version.page_title }),
      ])}
    </ConfirmDialog>
  )
}

/** Returns a function that opens the editor on a page with another text in it, not saved yet. */
export function useOpenInEditor(): (at: { item_id: string; page_id: string }, text: string) => void {
  const beginWith = useSetAtom(initialTextAtom)
  return ({ item_id, page_id }, text) => {
    beginWith({ page_id: Number(page_id), text })
    navigate(`/page/edit/${item_id}/${page_id}`)
  }
}
