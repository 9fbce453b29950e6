import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { AddPeopleDialog } from '#web/features/account/user-picker/index.tsx'
import { PersonCell, RemovePerson } from '#web/features/item/members/index.tsx'
import { exactTime, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, MembersIcon, SearchIcon, TrashIcon } from '#web/ui/icons.ts'
import { filterList } from '#web/ui/list-filter.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Table } from '#web/ui/table.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { addTeamMembersAtom, removeTeamMemberAtom, type Team, type TeamMember, type TeamState } from './atoms.ts'
import { type PersonRow, personRows } from './person-rows.ts'
import { QueryBoundary } from './query-boundary.tsx'
import styles from './team.module.css'

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
export function TeamMembers(props: { book: TeamState; team: Team | undefined; manages: boolean }) {
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
