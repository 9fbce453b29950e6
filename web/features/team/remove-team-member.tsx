import { useSetAtom } from 'jotai'
import { toastRefusal } from '#web/features/member/index.tsx'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { addTeamMembersAtom, removeTeamMemberAtom, type TeamBook, type TeamMember } from './atoms.ts'

/** Asks before somebody is removed from a team; afterwards they can be added again with one click. */
export function RemoveTeamMember(props: { book: TeamBook; member: TeamMember; onClose: () => void }) {
  const { book, member, onClose } = props
  const { t } = useTranslation('team')
  const remove = useSetAtom(removeTeamMemberAtom)
  const addMembers = useSetAtom(addTeamMembersAtom)
  const name = member.name || member.member_username
  const undo = async () => {
    try {
      await addMembers(book, [member.member_username], member.team_member_group_id === '2' ? 2 : 1)
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
        await remove(book, member.id)
        onClose()
        toast.ok(t('remove.done', { name }), { undo: () => void undo() })
      }}
    >
      {t('remove.text')}
    </ConfirmDialog>
  )
}
