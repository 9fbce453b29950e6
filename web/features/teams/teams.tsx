import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { queryValue } from '#web/features/item/members/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams, useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, MembersIcon, SearchIcon } from '#web/ui/icons.ts'
import { filterList } from '#web/ui/list-filter.ts'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { teamsAtom } from './atoms.ts'
import { QueryBoundary } from './query-boundary.tsx'
import { SignedIn } from './signed-in.tsx'
import styles from './team.module.css'
import type { TeamDialogState } from './team-dialog.ts'
import { TeamDialogs } from './team-dialogs.tsx'
import { TeamTable } from './team-table.tsx'

const many = 8 // show the filter from this number of teams on
const pageSize = 20

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
