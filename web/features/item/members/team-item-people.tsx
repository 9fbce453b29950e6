import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { queryValue } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { changeTeamPersonAtom, createTeamPeopleState, setAllToReadAtom } from './atoms.ts'
import { teamPersonGrant } from './grant.ts'
import { GrantTable, RoleLabel } from './grant-table.tsx'
import styles from './members.module.css'
import { QueryBoundary } from './query-boundary.tsx'
import type { Role } from './role.ts'
import { toastError, useChange } from './use-change.ts'

const many = 8 // show the filter from this number of people on

/** The rights of each person of a team in one of its items, edited in place, one by one or all set to read. */
export function TeamItemPeople(props: {
  team_id: string
  item_id: string
  /** The role of the team as a whole: people with the same role inherit it. */
  role: Role
  /** Whether nothing can be changed. */
  isFixed?: boolean
}) {
  const { team_id, item_id, role, isFixed = false } = props
  const { t } = useTranslation('member')
  const book = useMemo(() => createTeamPeopleState(team_id, item_id), [team_id, item_id])
  const catalogs = queryValue(useAtomValue(book.catalogs)) ?? []
  const changePerson = useSetAtom(changeTeamPersonAtom)
  const setAllToRead = useSetAtom(setAllToReadAtom)
  const change = useChange((grant, rights) => changePerson(book, grant.key, rights))
  const [filter, setFilter] = useState('')
  const [busy, setBusy] = useState(false)
  const allToRead = async () => {
    setBusy(true)
    try {
      await setAllToRead(book)
      toast.ok(localized(() => i18next.t('member:allRead.done')))
    } catch (error) {
      toastError(
        localized(() => i18next.t('member:allRead.failed', { reason: getErrorMessage(error) })),
        error,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <QueryBoundary from={book.people}>
      {(people) =>
        people.length === 0 ? (
          <p className={styles.hint}>{t('teamEmpty')}</p>
        ) : (
          <div className={styles.form}>
            {(!isFixed || people.length >= many) && (
              <div className={styles.bar}>
                {people.length >= many ? (
                  <TextInput
                    type="search"
                    icon={<SearchIcon />}
                    aria-label={t('filter')}
                    placeholder={t('filter')}
                    value={filter}
                    onValue={setFilter}
                    autoComplete="off"
                  />
                ) : (
                  <span className={styles.hint}>{t('teamPeople', { count: people.length })}</span>
                )}
                {!isFixed && (
                  <Button
                    size="s"
                    busy={busy}
                    disabled={people.every((one) => one.member_group_id === '0')}
                    onClick={() => void allToRead()}
                  >
                    {t('allRead.action')}
                  </Button>
                )}
              </div>
            )}
            <GrantTable
              caption={t('teamPeopleCaption')}
              grants={people.map(teamPersonGrant)}
              catalogs={catalogs}
              filter={filter}
              onChange={change}
              {...(isFixed && { fixedOf: (grant) => <RoleLabel grant={grant} /> })}
              badgeOf={(grant) => grant.role === role && grant.limit.length === 0 && <Badge>{t('inherits')}</Badge>}
            />
          </div>
        )
      }
    </QueryBoundary>
  )
}
