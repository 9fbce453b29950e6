import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { AddPeopleDialog } from '#web/features/account/user-picker/index.tsx'
import { displayName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { AddIcon, SearchIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { addMembersAtom, changeMemberAtom, type MembersState, removeMemberAtom } from './atoms.ts'
import { type Grant, memberGrant } from './grant.ts'
import { GrantTable, RoleLabel } from './grant-table.tsx'
import { LimitMenu } from './limit-menu.tsx'
import styles from './members.module.css'
import { QueryBoundary } from './query-boundary.tsx'
import { RemovePerson } from './remove-person.tsx'
import { defaultRole, isLimitable } from './role.ts'
import { RoleChoice } from './role-select.tsx'
import { useChange } from './use-change.ts'

const InviteDialog = lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteDialog)

const ownerKey = 'owner'

/** Dialog to add several people to an item with the same role and limit. */
function AddMembers(props: { book: MembersState; exclude: readonly string[]; onClose: () => void }) {
  const { book, exclude, onClose } = props
  const { t } = useTranslation('member')
  const catalogs = queryValue(useAtomValue(book.catalogs)) ?? []
  const addMembers = useSetAtom(addMembersAtom)
  const [role, setRole] = useState(defaultRole)
  const [limit, setLimit] = useState<readonly number[]>([])
  return (
    <AddPeopleDialog
      title={t('add.title')}
      label={t('people')}
      help={t('add.help')}
      exclude={exclude}
      add={(names) => addMembers(book, names, { role, limit: isLimitable(role) ? limit : [] })}
      onClose={onClose}
    >
      <RoleChoice label={t('column.role')} value={role} onValue={setRole} />
      {isLimitable(role) && (
        <Field label={t('column.limit')} help={t('limit.help')}>
          <LimitMenu size="m" catalogs={catalogs} value={limit} onValue={setLimit} />
        </Field>
      )}
    </AddPeopleDialog>
  )
}

/** The owner and the members of an item: add, edit in place, remove. */
export function PeopleTab({ book }: { book: MembersState }) {
  const { t } = useTranslation('member')
  const me = useAtomValue(userAtom)
  const detail = queryValue(useAtomValue(book.detail))
  const catalogs = queryValue(useAtomValue(book.catalogs)) ?? []
  const changeMember = useSetAtom(changeMemberAtom)
  const remove = useSetAtom(removeMemberAtom)
  const addAgain = useSetAtom(addMembersAtom)
  const change = useChange((grant, rights) => changeMember(book, grant.username, rights))
  const [filter, setFilter] = useState('')
  const [adding, setAdding] = useState(false)
  const [inviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<Grant>()
  const isArchived = detail?.is_archived === '1'
  const owner: Grant | undefined = detail && {
    key: ownerKey,
    uid: detail.uid,
    username: detail.username,
    name: detail.owner_name,
    role: '2',
    limit: [],
    addtime: '',
  }
  const isMe = (grant: Grant) => grant.uid === me?.uid
  const menuOf = (grant: Grant): MenuEntry[] => {
    if (grant.key === ownerKey || isArchived) return []
    const label = isMe(grant) ? (
      <>
        {t('remove.action')}
        <span className={styles.reason}>{t('remove.self')}</span>
      </>
    ) : (
      t('remove.action')
    )
    return [
      {
        id: 'remove',
        label,
        icon: <TrashIcon />,
        danger: true,
        disabled: isMe(grant),
        onSelect: () => setRemoved(grant),
      },
    ]
  }
  return (
    <QueryBoundary from={book.members}>
      {(members) => (
        <>
          <div className={styles.bar}>
            <TextInput
              type="search"
              icon={<SearchIcon />}
              aria-label={t('filter')}
              placeholder={t('filter')}
              value={filter}
              onValue={setFilter}
              autoComplete="off"
            />
            {!isArchived && (
              <span className={styles.actions}>
                <Button onClick={() => setInviting(true)}>{t('inviteByLink')}</Button>
                <Button variant="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
                  {t('add.open')}
                </Button>
              </span>
            )}
          </div>
          <GrantTable
            caption={t('people')}
            grants={[...(owner ? [owner] : []), ...members.map(memberGrant)]}
            catalogs={catalogs}
            filter={filter}
            onChange={change}
            fixedOf={(grant) => {
              if (grant.key === ownerKey) return t('owner')
              return isArchived || (isMe(grant) && me?.groupid !== '1') ? <RoleLabel grant={grant} /> : undefined
            }}
            badgeOf={(grant) => isMe(grant) && <Badge>{t('you')}</Badge>}
            menuOf={menuOf}
          />
          {members.length === 0 && filter === '' && !isArchived && <p className={styles.hint}>{t('alone')}</p>}
          {adding && detail && (
            <AddMembers
              book={book}
              exclude={[detail.username, ...members.map((one) => one.username)]}
              onClose={() => setAdding(false)}
            />
          )}
          {inviting && (
            <LazyBoundary>
              <InviteDialog book={book} onClose={() => setInviting(false)} />
            </LazyBoundary>
          )}
          {removed && (
            <RemovePerson
              from="member"
              name={displayName(removed)}
              remove={() => remove(book, removed.key)}
              addAgain={() => addAgain(book, [removed.username], removed)}
              onClose={() => setRemoved(undefined)}
            />
          )}
        </>
      )}
    </QueryBoundary>
  )
}
