import { useAtomValue } from 'jotai'
import { type ComponentType, useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AccessOverviewTab } from './access-overview-tab.tsx'
import { createMembersState, type MembersState } from './atoms.ts'
import styles from './members.module.css'
import { PeopleTab } from './people-tab.tsx'
import { queryValue } from './query-value.ts'
import { TeamsTab } from './teams-tab.tsx'

const tabs = ['people', 'teams', 'sight'] as const

/** A tab of the members of an item. */
export type MembersTab = (typeof tabs)[number]

const panels: Record<MembersTab, ComponentType<{ book: MembersState }>> = {
  people: PeopleTab,
  teams: TeamsTab,
  sight: AccessOverviewTab,
}

/** Parses the tab in a URL; the people tab by default. */
export const parseMembersTab = (word: string | null): MembersTab => tabs.find((tab) => tab === word) ?? 'people'

/** Tabs with the people and teams of an item, and what each of them can access. */
export function MembersTabs(props: {
  item_id: string
  tab: MembersTab
  onTab: (tab: MembersTab) => void
  /** Whether it is shown on a screen, not in a dialog. */
  onScreen?: boolean
}) {
  const { item_id, tab, onTab, onScreen = false } = props
  const { t } = useTranslation('member')
  const book = useMemo(() => createMembersState(item_id), [item_id])
  const members = queryValue(useAtomValue(book.members))
  const teams = queryValue(useAtomValue(book.teams))
  const detail = queryValue(useAtomValue(book.detail))
  const counts: Partial<Record<MembersTab, number | undefined>> = {
    people: members && members.length + 1,
    teams: teams?.length,
  }
  const Panel = panels[tab]
  return (
    <Tabs
      label={t('title')}
      tabs={tabs.map((id) => {
        const count = counts[id]
        return { id, label: t(`tab.${id}`), ...(count !== undefined && { count }) }
      })}
      value={tab}
      onValue={onTab}
    >
      <div
        className={styles.panel}
        data-dialog-part={onScreen ? undefined : ''}
        data-screen-part={onScreen ? '' : undefined}
      >
        {detail?.is_archived === '1' && !onScreen && <Banner tone="warn">{t('archived')}</Banner>}
        <Panel book={book} />
      </div>
    </Tabs>
  )
}
