import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { addMembersAtom, type MemberBook, removeMemberAtom } from './atoms.ts'
import { type Grant, shownName } from './grant.ts'
import { toastRefusal } from './use-change.ts'

/** Asks before somebody is removed from an item; afterwards it can be undone. */
export function RemoveMemberDialog(props: { book: MemberBook; grant: Grant; onClose: () => void }) {
  const { book, grant, onClose } = props
  const { t } = useTranslation('member')
  const remove = useSetAtom(removeMemberAtom)
  const addMembers = useSetAtom(addMembersAtom)
  const name = shownName(grant)
  const undo = async () => {
    try {
      await addMembers(book, [grant.username], grant)
      toast.ok(t('remove.undone', { name }))
    } catch (error) {
      toastRefusal(t('remove.notUndone', { name, reason: messageOf(error) }), error)
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
        await remove(book, grant.key)
        onClose()
        toast.ok(t('remove.done', { name }), { undo: () => void undo() })
      }}
    >
      {t('remove.text')}
    </ConfirmDialog>
  )
}
