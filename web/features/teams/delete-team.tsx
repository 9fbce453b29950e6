import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import type { QueryAtom } from '#web/lib/query-atom.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteTeamAtom, type Team } from './atoms.ts'

/** Asks for the account password before a team is deleted. */
export function DeleteTeam(props: { team: Team; teams: QueryAtom<Team[]>; onClose: () => void; onGone?: () => void }) {
  const { team, teams, onClose, onGone } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const leave = useMountedCallback(onGone)
  const deleteTeam = useSetAtom(deleteTeamAtom)
  const name = team.team_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name })}
      action={t('delete.action')}
      requiresPassword
      errorText={getErrorMessage}
      onConfirm={async (password) => {
        await deleteTeam(teams, team.id, password)
        close()
        toast.ok(localized(() => i18next.t('team:delete.done', { name })))
        leave()
      }}
    >
      {team.itemCount > 0 ? t('delete.text', { count: team.itemCount }) : t('delete.textEmpty')}
    </ConfirmDialog>
  )
}
