import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { said } from '#web/lib/said.ts'
import type { ToldAtom } from '#web/lib/told.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteTeamAtom, type Team } from './atoms.ts'

/** Asks for the account password before a team is deleted. */
export function DeleteTeam(props: { team: Team; teams: ToldAtom<Team[]>; onClose: () => void; onGone?: () => void }) {
  const { team, teams, onClose, onGone } = props
  const { t } = useTranslation('team')
  const close = useWhileHere(onClose)
  const leave = useWhileHere(onGone)
  const deleteTeam = useSetAtom(deleteTeamAtom)
  const name = team.team_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name })}
      action={t('delete.action')}
      askPassword
      errorText={messageOf}
      onConfirm={async (password) => {
        await deleteTeam(teams, team.id, password)
        close()
        toast.ok(said(() => i18next.t('team:delete.done', { name })))
        leave()
      }}
    >
      {team.itemCount > 0 ? t('delete.text', { count: team.itemCount }) : t('delete.textEmpty')}
    </ConfirmDialog>
  )
}
