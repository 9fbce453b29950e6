import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, formatCount, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { Link, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, SearchIcon } from '#web/ui/icons.ts'
import { filterList } from '#web/ui/list-filter.ts'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { MembersIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type Team, teamsAtom } from './atoms.ts'
import { QueryBoundary, SignedIn } from './query-boundary.tsx'
import styles from './team.module.css'
import type { TeamDialogState } from './team-dialog.ts'
import { TeamDialogs } from './team-dialogs.tsx'
import { getTeamRole } from './team-role.ts'
import { useTeamEntries } from './use-team-entries.tsx'

const many = 8 // show the filter from this number of teams on
const pageSize = 20

/** Icon of a team next to its name. */
function TeamMark() {
  return (
    <span className={styles.mark}>
      <MembersIcon />
    </span>
  )
}

/** Table of teams: name, people, items, and the current user's role. */
function TeamTable(props: { teams: readonly Team[]; onOpen: (dialog: TeamDialogState) => void }) {
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

function TeamList() {
  const { t } = useTranslation('team')
  const teams = useMemo(teamsAtom, [])
  const known = queryValue(useAtomValue(teams))
  const [dialog, setDialog] = useState<TeamDialogState>()
  const [query, setQuery] = useSearchParams()
  const filter = query.get('q') ?? ''
  const setFilter = (text: string) => setQuery(text === '' ? {} : { q: text }, { replace: true })
  const setPage = (page: number) =>
    setQuery({ ...(filter !== '' && { q: filter }), ...(page > 1 && { page: `${page}` }) })
  useTitle(t('title'))
  const create = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setDialog({ kind: 'new' })}>
      {t('new')}
    </Button>
  )
  return (
    <ScreenFrame title={t('title')} note={t('note')} actions={known && known.length > 0 && create}>
      <QueryBoundary from={teams}>
        {(all) => {
          if (all.length === 0)
            return (
              <EmptyState
                icon={<MembersIcon data-size="32" />}
                text={t('none.text')}
                help={t('none.help')}
                action={create}
              />
            )
          const found = filterList(all, filter, (team) => `${team.team_name} ${team.username} ${team.owner_name}`)
          const shown = paginate(found, Math.max(1, Math.trunc(Number(query.get('page'))) || 1), pageSize)
          return (
            <div className={styles.part}>
              {(all.length >= many || filter !== '') && (
                <div className={styles.filter}>
                  <TextInput
                    type="search"
                    icon={<SearchIcon />}
                    aria-label={t('filter')}
                    placeholder={t('filter')}
                    value={filter}
                    onValue={setFilter}
                    autoComplete="off"
                  />
                </div>
              )}
              {found.length === 0 ? (
                <EmptyState icon={<SearchIcon data-size="32" />} text={t('noMatch', { filter })} />
              ) : (
                <TeamTable teams={shown.rows} onOpen={setDialog} />
              )}
              <Pagination page={shown.at} pageSize={pageSize} total={found.length} onPage={setPage} />
            </div>
          )
        }}
      </QueryBoundary>
      <TeamDialogs dialog={dialog} teams={teams} onClose={() => setDialog(undefined)} />
    </ScreenFrame>
  )
}

/** The teams that the current user owns or belongs to. */
export function Teams() {
  return (
    <SignedIn>
      <TeamList />
    </SignedIn>
  )
}
