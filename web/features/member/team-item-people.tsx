import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { said } from '#web/lib/said.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { changeTeamPersonAtom, setAllToReadAtom, teamBook } from './atoms.ts'
import { grantOfTeamPerson } from './grant.ts'
import { GrantTable, RoleWord } from './grant-table.tsx'
import styles from './members.module.css'
import type { Role } from './role.ts'
import { ToldPart } from './told-part.tsx'
import { toastRefusal, useChange } from './use-change.ts'
import { valueOf } from './value-of.ts'

const many = 8 // from so many people on a box to find one is worth its place

/** What each person of a team may do with one of its items, changed in place, one by one or all to read. */
export function TeamItemPeople(props: {
  team_id: string
  item_id: string
  /** What the team as a whole came in with: who has just that inherits it. */
  role: Role
  /** Nothing can be changed. */
  isFixed?: boolean
}) {
  const { team_id, item_id, role, isFixed = false } = props
  const { t } = useTranslation('member')
  const book = useMemo(() => teamBook(team_id, item_id), [team_id, item_id])
  const catalogs = valueOf(useAtomValue(book.catalogs)) ?? []
  const changePerson = useSetAtom(changeTeamPersonAtom)
  const setAllToRead = useSetAtom(setAllToReadAtom)
  const change = useChange((grant, rights) => changePerson(book, grant.key, rights))
  const [filter, setFilter] = useState('')
  const [busy, setBusy] = useState(false)
  const allToRead = async () => {
    setBusy(true)
    try {
      await setAllToRead(book)
      toast.ok(said(() => i18next.t('member:allRead.done')))
    } catch (error) {
      toastRefusal(
        said(() => i18next.t('member:allRead.failed', { reason: messageOf(error) })),
        error,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <ToldPart from={book.people}>
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
              grants={people.map(grantOfTeamPerson)}
              catalogs={catalogs}
              filter={filter}
              onChange={change}
              {...(isFixed && { fixedOf: (grant) => <RoleWord grant={grant} /> })}
              badgeOf={(grant) => grant.role === role && grant.limit.length === 0 && <Badge>{t('inherits')}</Badge>}
            />
          </div>
        )
      }
    </ToldPart>
  )
}
