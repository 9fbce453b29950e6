import i18next from 'i18next'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { said } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastRefusal } from './use-change.ts'

/** Asks before somebody is removed from an item or a team; afterwards they can be added again with one click. */
export function RemovePerson(props: {
  /** Whose words are said: those of items or of teams. */
  from: 'member' | 'team'
  name: string
  remove: () => Promise<unknown>
  addAgain: () => Promise<unknown>
  onClose: () => void
}) {
  const { from, name, remove, addAgain, onClose } = props
  const { t } = useTranslation(from)
  const close = useWhileHere(onClose)
  const undo = async () => {
    try {
      await addAgain()
      toast.ok(said(() => i18next.t(from === 'team' ? 'team:remove.undone' : 'member:remove.undone', { name })))
    } catch (error) {
      toastRefusal(
        said(() =>
          i18next.t(from === 'team' ? 'team:remove.notUndone' : 'member:remove.notUndone', {
            name,
            reason: messageOf(error),
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
      errorText={messageOf}
      onConfirm={async () => {
        await remove()
        close()
        toast.ok(
          said(() => i18next.t(from === 'team' ? 'team:remove.done' : 'member:remove.done', { name })),
          { undo: () => void undo() },
        )
      }}
    >
      {t('remove.text')}
    </ConfirmDialog>
  )
}
