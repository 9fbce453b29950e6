import { useAtomValue } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, formatCount, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Team } from './atoms.ts'
import styles from './team.module.css'
import type { TeamDialogState } from './team-dialog.ts'
import { TeamMark } from './team-mark.tsx'
import { getTeamRole } from './team-role.ts'
import { useTeamEntries } from './use-team-entries.tsx'

/** Table of teams: name, people, items, and the current user's role. */
export function TeamTable(props: { teams: readonly Team[]; onOpen: (dialog: TeamDialogState) => void }) {
  const { teams, onOpen } = props
  const { t } = useTranslation('team')
  const me = useAtomValue(userAtom)
  const entriesOf = useTeamEntries(onOpen)
  return (
    <Table<Team>
      caption={t('title')}
      rows={teams}
      keyOf={(team) => team.id}
      menuOf={entriesOf}
      menuLabel={(team) => t('menuOf', { name: team.team_name })}
      columns={[
        {
          id: 'name',
          header: t('column.team'),
          cell: (team) => (
            <span className={styles.named}>
              <TeamMark />
              <Link href={`/team/member/${team.id}`} className={styles.name}>
                {team.team_name}
              </Link>
            </span>
          ),
        },
        {
          id: 'members',
          header: t('column.members'),
          width: '80px',
          align: 'end',
          cell: (team) => (
            <Link href={`/team/member/${team.id}`} className={styles.count}>
              {formatCount(team.memberCount)}
            </Link>
          ),
        },
        {
          id: 'items',
          header: t('column.items'),
          width: '72px',
          align: 'end',
          cell: (team) => (
            <Link href={`/team/item/${team.id}`} className={styles.count}>
              {formatCount(team.itemCount)}
            </Link>
          ),
        },
        {
          id: 'role',
          header: t('column.role'),
          width: '112px',
          cell: (team) => {
            const role = getTeamRole(team, me?.uid)
            return <Badge tone={role === 'member' ? 'neutral' : 'accent'}>{t(`role.${role}`)}</Badge>
          },
        },
        {
          id: 'owner',
          header: t('column.owner'),
          width: '112px',
          cell: (team) => <bdi title={team.username}>{getOwnerName(team)}</bdi>,
        },
        {
          id: 'created',
          header: t('column.created'),
          width: '104px',
          isExtra: true,
          cell: (team) => <time title={exactTime(team.addtime)}>{shortDate(team.addtime)}</time>,
        },
      ]}
    />
  )
}
