import { useAtomValue } from 'jotai'
import { type ComponentType, useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type MemberBook, memberBook } from './atoms.ts'
import styles from './members.module.css'
import { PeopleTab } from './people-tab.tsx'
import { SightTab } from './sight-tab.tsx'
import { TeamsTab } from './teams-tab.tsx'
import { valueOf } from './value-of.ts'

const tabs = ['people', 'teams', 'sight'] as const

/** A part of the members of an item. */
export type MembersTab = (typeof tabs)[number]

const panels: Record<MembersTab, ComponentType<{ book: MemberBook }>> = {
  people: PeopleTab,
  teams: TeamsTab,
  sight: SightTab,
}

/** The part that a word of the address names; the people otherwise. */
export const membersTabOf = (word: string | null): MembersTab => tabs.find((tab) => tab === word) ?? 'people'

/** Who is in an item: people, teams, and what each of them sees. */
export function MembersTabs(props: {
  item_id: string
  tab: MembersTab
  onTab: (tab: MembersTab) => void
  /** It fills a screen, not a dialog. */
  onScreen?: boolean
}) {
  const { item_id, tab, onTab, onScreen = false } = props
  const { t } = useTranslation('member')
  const book = useMemo(() => memberBook(item_id), [item_id])
  const members = valueOf(useAtomValue(book.members))
  const teams = valueOf(useAtomValue(book.teams))
  const detail = valueOf(useAtomValue(book.detail))
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
