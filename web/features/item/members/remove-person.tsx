import i18next from 'i18next'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from './use-change.ts'

/** Asks for confirmation before a person is removed from an item or a team; afterwards one click adds them again. */
export function RemovePerson(props: {
  /** Which texts to use: those of items or of teams. */
  from: 'member' | 'team'
  name: string
  remove: () => Promise<unknown>
  addAgain: () => Promise<unknown>
  onClose: () => void
}) {
  const { from, name, remove, addAgain, onClose } = props
  const { t } = useTranslation(from)
  const close = useMountedCallback(onClose)
  const undo = async () => {
    try {
      await addAgain()
      toast.ok(localized(() => i18next.t(from === 'team' ? 'team:remove.undone' : 'member:remove.undone', { name })))
    } catch (error) {
      toastError(
        localized(() =>
          i18next.t(from === 'team' ? 'team:remove.notUndone' : 'member:remove.notUndone', {
            name,
            reason: getErrorMessage(error),
          }),
        ),
        error,
      )
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('remove.title', { name })}
      action={t('remove.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await remove()
        close()
        toast.ok(
          localized(() => i18next.t(from === 'team' ? 'team:remove.done' : 'member:remove.done', { name })),
          { undo: () => void undo() },
        )
      }}
    >
      {t('remove.text')}
    </ConfirmDialog>
  )
}
