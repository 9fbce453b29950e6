import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, MembersIcon } from '#web/ui/icons.ts'
import type { MembersState } from './atoms.ts'
import { BindTeamDialog } from './bind-team-dialog.tsx'
import styles from './members.module.css'
import { QueryBoundary } from './query-boundary.tsx'
import { queryValue } from './query-value.ts'
import { TeamSection } from './team-section.tsx'

/** The teams that an item is bound to, each with its people. */
export function TeamsTab({ book }: { book: MembersState }) {
  const { t } = useTranslation('member')
  const mine = queryValue(useAtomValue(book.mine)) ?? []
  const isArchived = queryValue(useAtomValue(book.detail))?.is_archived === '1'
  const [binding, setBinding] = useState(false)
  const bind = !isArchived && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setBinding(true)}>
      {t('bind.open')}
    </Button>
  )
  return (
    <QueryBoundary from={book.teams}>
      {(teams) => (
        <>
          {teams.length === 0 && (
            <EmptyState
              icon={<MembersIcon data-size="32" />}
              text={t('noTeams')}
              help={t('noTeamsHelp')}
              action={bind || undefined}
            />
          )}
          {teams.length > 0 && (
            <>
              <div className={styles.bar}>
                <span className={styles.hint}>
                  {t('teamCount', { count: teams.length, shown: formatCount(teams.length) })}
                </span>
                {bind}
              </div>
              {teams.map((team) => (
                <TeamSection
                  key={team.id}
                  book={book}
                  team={team}
                  manages={mine.some((one) => one.id === team.team_id && one.team_manage > 0)}
                  isArchived={isArchived}
                  startsOpen={teams.length === 1}
                />
              ))}
            </>
          )}
          {binding && <BindTeamDialog book={book} bound={teams} onClose={() => setBinding(false)} />}
        </>
      )}
    </QueryBoundary>
  )
}
