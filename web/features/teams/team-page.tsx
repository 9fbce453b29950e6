import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useMemo, useState } from 'react'
import { NotFound } from '#web/app/not-found/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { AddPeopleDialog } from '#web/features/account/user-picker/index.tsx'
import { PersonCell, RemovePerson, RowsSkeleton } from '#web/features/item/members/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { navigate, useParams, useTitle } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, ChevronDownIcon, SearchIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { filterList } from '#web/ui/list-filter.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-boundary.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { MembersIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import {
  addTeamMembersAtom,
  createTeamState,
  removeTeamMemberAtom,
  type Team,
  type TeamMember,
  type TeamState,
} from './atoms.ts'
import { type PersonRow, personRows } from './person-rows.ts'
import { NoTeam, QueryBoundary, SignedIn } from './query-boundary.tsx'
import styles from './team.module.css'
import type { TeamDialogState } from './team-dialog.ts'
import { TeamDialogs } from './team-dialogs.tsx'
import { TeamItems } from './team-items.tsx'
import { getTeamPermissions, getTeamRole } from './team-role.ts'
import { useTeamEntries } from './use-team-entries.tsx'

const WebhookPanel = lazyComponent(async () => (await import('#web/features/webhooks/index.tsx')).WebhookPanel)

const pageSize = 20

/** Dialog to add several people to a team, as members or as administrators. */
function AddTeamMembers(props: { book: TeamState; exclude: readonly string[]; onClose: () => void }) {
  const { book, exclude, onClose } = props
  const { t } = useTranslation('team')
  const addMembers = useSetAtom(addTeamMembersAtom)
  const [role, setRole] = useState<'1' | '2'>('1')
  return (
    <AddPeopleDialog
      title={t('add.title')}
      label={t('tab.member')}
      help={t('add.help')}
      exclude={exclude}
      add={(names) => addMembers(book, names, role === '2' ? 2 : 1)}
      onClose={onClose}
    >
      <RadioCards<'1' | '2'>
        label={t('column.roleInTeam')}
        value={role}
        onValue={setRole}
        options={[
          { value: '1', label: t('role.member'), help: t('add.memberHelp') },
          { value: '2', label: t('role.manager'), help: t('add.managerHelp') },
        ]}
      />
    </AddPeopleDialog>
  )
}

/** The people of a team: the owner first, then its members. */
function TeamMembers(props: { book: TeamState; team: Team | undefined; manages: boolean }) {
  const { book, team, manages } = props
  const { t } = useTranslation('team')
  const me = useAtomValue(userAtom)
  const remove = useSetAtom(removeTeamMemberAtom)
  const addAgain = useSetAtom(addTeamMembersAtom)
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(1)
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<TeamMember>()
  const menuOf = ({ member }: PersonRow): MenuEntry[] => [
    {
      id: 'remove',
      label: t('remove.action'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => setRemoved(member),
    },
  ]
  return (
    <QueryBoundary from={book.members}>
      {(members) => {
        const rows = personRows(members, team)
        const found = filterList(rows, filter, (row) => `${row.member.member_username} ${row.member.name}`)
        const shown = paginate(found, page, pageSize)
        const add = manages && (
          <Button variant="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
            {t('add.open')}
          </Button>
        )
        const dialogs = (
          <>
            {adding && (
              <AddTeamMembers
                book={book}
                exclude={members.map((one) => one.member_username)}
                onClose={() => setAdding(false)}
              />
            )}
            {removed && (
              <RemovePerson
                from="team"
                name={removed.name || removed.member_username}
                remove={() => remove(book, removed.id)}
                addAgain={() => addAgain(book, [removed.member_username], removed.team_member_group_id === '2' ? 2 : 1)}
                onClose={() => setRemoved(undefined)}
              />
            )}
          </>
        )
        if (members.length === 0)
          return (
            <>
              <EmptyState
                icon={<MembersIcon data-size="32" />}
                text={t('alone.text')}
                help={t(manages ? 'alone.help' : 'alone.memberHelp')}
                action={add || undefined}
              />
              {dialogs}
            </>
          )
        return (
          <div className={styles.part}>
            <div className={styles.bar}>
              <TextInput
                type="search"
                icon={<SearchIcon />}
                aria-label={t('filterPeople')}
                placeholder={t('filterPeople')}
                value={filter}
                onValue={setFilter}
                autoComplete="off"
              />
              {add}
            </div>
            {found.length === 0 && filter !== '' ? (
              <EmptyState icon={<SearchIcon data-size="32" />} text={t('noPerson', { filter })} />
            ) : (
              <Table<PersonRow>
                caption={t('tab.member')}
                rows={shown.rows}
                keyOf={(row) => row.member.id}
                columns={[
                  {
                    id: 'person',
                    header: t('column.person'),
                    cell: ({ member }) => (
                      <PersonCell
                        username={member.member_username}
                        name={member.name}
                        badge={member.member_uid === me?.uid && <Badge>{t('you')}</Badge>}
                      />
                    ),
                  },
                  {
                    id: 'role',
                    header: t('column.roleInTeam'),
                    width: '200px',
                    cell: (row) => (
                      <Badge tone={row.role === 'member' ? 'neutral' : 'accent'}>{t(`role.${row.role}`)}</Badge>
                    ),
                  },
                  {
                    id: 'added',
                    header: t('column.added'),
                    width: '140px',
                    cell: ({ member }) => <time title={exactTime(member.addtime)}>{shortDate(member.addtime)}</time>,
                  },
                ]}
                {...(manages && {
                  menuOf,
                  menuLabel: ({ member }: PersonRow) => t('menuOf', { name: member.name || member.member_username }),
                })}
              />
            )}
            <Pagination page={shown.at} pageSize={pageSize} total={found.length} onPage={setPage} />
            {dialogs}
          </div>
        )
      }}
    </QueryBoundary>
  )
}

/** Screen of a team: its people and its items, each at its own URL. */
function TeamScreen({ team_id, tab }: { team_id: string; tab: 'member' | 'item' | 'webhook' }) {
  const { t } = useTranslation('team')
  const me = useAtomValue(userAtom)
  const book = useMemo(() => createTeamState(team_id), [team_id])
  const [teams, askTeams] = useAtom(book.teams)
  const [members, askMembers] = useAtom(book.members)
  const [items, askItems] = useAtom(book.items)
  const [dialog, setDialog] = useState<TeamDialogState>()
  const entriesOf = useTeamEntries(setDialog)
  const team = queryValue(teams)?.find((one) => one.id === team_id)
  const isGone =
    members &&
    'error' in members &&
    (isApiError(members.error, 'teamGone') || isApiError(members.error, 'badParameter'))
  // a site administrator may manage a team that is not in their own list
  const name =
    team?.team_name ?? queryValue(items)?.[0]?.team_name ?? (teams && items ? t('numbered', { id: team_id }) : '')
  // the same for both tabs: changing the title would move the focus from the tab to the heading
  useTitle(isGone ? t('gone.title') : name === '' ? undefined : `${name} · ${t('title')}`)
  const back = { to: '/team/index', label: t('title') }
  if (isGone)
    return (
      <ScreenFrame title={t('gone.title')} back={back}>
        <NoTeam />
      </ScreenFrame>
    )
  if (teams && 'error' in teams)
    return (
      <ScreenFrame title={t('title')} back={back}>
        <QueryError
          error={teams.error}
          onRetry={() => void Promise.all([askTeams(), askMembers(), askItems()])}
          failed={t('failed')}
        />
      </ScreenFrame>
    )
  // rendered together: what loads later would shift what is already there
  const isKnown = teams && members && items
  const role = isKnown && getTeamRole(team, me?.uid)
  const may = getTeamPermissions(role ?? 'member')
  const entries = isKnown && team ? entriesOf(team) : []
  const counts = { member: queryValue(members)?.length, item: queryValue(items)?.length, webhook: undefined }
  const tabs = may.manage ? (['member', 'item', 'webhook'] as const) : (['member', 'item'] as const)
  return (
    <ScreenFrame
      title={name || '\u00a0'}
      back={back}
      note={
        role && (
          <>
            <Badge tone={role === 'member' ? 'neutral' : 'accent'}>{t(`role.${role}`)}</Badge>{' '}
            {team && role !== 'owner' && t('ownedBy', { name: getOwnerName(team) })}
          </>
        )
      }
      actions={
        entries.length > 0 && (
          <Menu
            align="end"
            trigger={
              <Button>
                {t('actions')} <ChevronDownIcon />
              </Button>
            }
            entries={entries}
          />
        )
      }
    >
      {isKnown ? (
        <Tabs
          label={name}
          tabs={tabs.map((id) => {
            const count = counts[id]
            return { id, label: t(`tab.${id}`), ...(count !== undefined && { count }) }
          })}
          value={tab}
          onValue={(id) => navigate(`/team/${id}/${team_id}`)}
        >
          {tab === 'member' && <TeamMembers book={book} team={team} manages={may.manage} />}
          {tab === 'item' && <TeamItems book={book} manages={may.manage} />}
          {tab === 'webhook' && (
            <Suspense fallback={<Loading />}>
              <WebhookPanel scope="team" id={team_id} />
            </Suspense>
          )}
        </Tabs>
      ) : (
        <Loading>
          <RowsSkeleton rows={4} />
        </Loading>
      )}
      <TeamDialogs
        dialog={dialog}
        teams={book.teams}
        onClose={() => setDialog(undefined)}
        onGone={() => navigate('/team/index')}
      />
    </ScreenFrame>
  )
}

/** Page of a team: its people at `/team/member/1`, its items at `/team/item/1`. */
export function TeamPage() {
  const { tab, team_id = '' } = useParams<{ tab: string; team_id: string }>()
  if (tab !== 'member' && tab !== 'item' && tab !== 'webhook') return <NotFound />
  return (
    <SignedIn>
      <TeamScreen key={team_id} team_id={team_id} tab={tab} />
    </SignedIn>
  )
}
