import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import type { QueryAtom } from '#web/lib/query-atom.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { leaveTeamAtom, type Team } from './atoms.ts'

/** Asks for confirmation before the current user leaves a team. */
export function LeaveTeam(props: { team: Team; teams: QueryAtom<Team[]>; onClose: () => void; onGone?: () => void }) {
  const { team, teams, onClose, onGone } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const goOn = useMountedCallback(onGone)
  const leave = useSetAtom(leaveTeamAtom)
  const name = team.team_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('leave.title', { name })}
      action={t('leave.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await leave(teams, team.id)
        close()
        toast.ok(localized(() => i18next.t('team:leave.done', { name })))
        goOn()
      }}
    >
      {t('leave.text', { owner: getOwnerName(team) })}
    </ConfirmDialog>
  )
}
