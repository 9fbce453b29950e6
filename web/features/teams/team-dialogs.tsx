import type { QueryAtom } from '#web/lib/query-atom.ts'
import type { Team } from './atoms.ts'
import { DeleteTeam } from './delete-team.tsx'
import { LeaveTeam } from './leave-team.tsx'
import type { TeamDialogState } from './team-dialog.ts'
import { TeamForm } from './team-form.tsx'
import { TransferTeam } from './transfer-team.tsx'

/** The team dialog that is open, if any. */
export function TeamDialogs(props: {
  dialog: TeamDialogState | undefined
  teams: QueryAtom<Team[]>
  onClose: () => void
  /** Called when the current user has left the team or deleted it. */
  onGone?: () => void
}) {
  const { dialog, teams, onClose, onGone } = props
  if (!dialog) return null
  if (dialog.kind === 'new') return <TeamForm teams={teams} onClose={onClose} />
  const same = { team: dialog.team, teams, onClose }
  if (dialog.kind === 'rename') return <TeamForm {...same} />
  if (dialog.kind === 'transfer') return <TransferTeam {...same} />
  if (dialog.kind === 'delete') return <DeleteTeam {...same} {...(onGone && { onGone })} />
  return <LeaveTeam {...same} {...(onGone && { onGone })} />
}
