import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ownerOf } from '#web/lib/person.ts'
import { said } from '#web/lib/said.ts'
import type { ToldAtom } from '#web/lib/told.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { leaveTeamAtom, type Team } from './atoms.ts'

/** Asks before the current user leaves a team. */
export function LeaveTeam(props: { team: Team; teams: ToldAtom<Team[]>; onClose: () => void; onGone?: () => void }) {
  const { team, teams, onClose, onGone } = props
  const { t } = useTranslation('team')
  const close = useWhileHere(onClose)
  const goOn = useWhileHere(onGone)
  const leave = useSetAtom(leaveTeamAtom)
  const name = team.team_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('leave.title', { name })}
      action={t('leave.action')}
      errorText={messageOf}
      onConfirm={async () => {
        await leave(teams, team.id)
        close()
        toast.ok(said(() => i18next.t('team:leave.done', { name })))
        goOn()
      }}
    >
      {t('leave.text', { owner: ownerOf(team) })}
    </ConfirmDialog>
  )
}
