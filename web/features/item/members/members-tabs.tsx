import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useMemo, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue } from '#web/lib/query.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { MembersIcon } from '#web/ui/screen-icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccessOverviewTab } from './access-overview-tab.tsx'
import { type BoundTeam, bindTeamAtom, createMembersState, type MembersState } from './atoms.ts'
import styles from './members.module.css'
import { PeopleTab } from './people-tab.tsx'
import { QueryBoundary } from './query-boundary.tsx'
import { defaultRole } from './role.ts'
import { RoleChoice } from './role-select.tsx'
import { TeamSection } from './team-section.tsx'

const tabs = ['people', 'teams', 'sight'] as const

/** A tab of the members of an item. */
type MembersTab = (typeof tabs)[number]

/** Dialog to bind a team that the current user manages to an item, with a role for its people. */
function BindTeamDialog(props: { book: MembersState; bound: readonly BoundTeam[]; onClose: () => void }) {
  const { book, bound, onClose } = props
  const { t } = useTranslation('member')
  const close = useMountedCallback(onClose)
  const mine = queryValue(useAtomValue(book.mine)) ?? []
  const free = mine.filter(({ id, team_manage }) => team_manage > 0 && !bound.some((one) => one.team_id === id))
  const bindTeam = useSetAtom(bindTeamAtom)
  const [chosen, setChosen] = useState<string | null>(null)
  const [role, setRole] = useState(defaultRole)
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const team = free.find((one) => one.id === chosen)
    if (busy) return
    if (!team) return setError(localized(() => i18next.t('member:bind.missing')))
    setBusy(true)
    try {
      await bindTeam(book, team.id, role)
      toast.ok(localized(() => i18next.t('member:bind.done', { team: team.team_name })))
      close()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  const buttons = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {t('bind.action')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('bind.title')}
      onSubmit={() => void submit()}
      footer={free.length > 0 && buttons}
    >
      <QueryBoundary from={book.mine}>
        {() =>
          free.length === 0 ? (
            <EmptyState
              icon={<MembersIcon data-size="32" />}
              text={t('bind.none')}
              help={t('bind.noneHelp')}
              action={<ButtonLink to="/team/index">{t('bind.toTeams')}</ButtonLink>}
            />
          ) : (
            <div className={styles.form}>
              <Field label={t('bind.team')} error={error?.text}>
                <Combobox
                  options={free.map((team) => ({
                    value: team.id,
                    label: team.team_name,
                    hint: t('teamPeople', { count: team.memberCount }),
                  }))}
                  value={chosen}
                  onValue={(value) => {
                    setChosen(value)
                    setError(undefined)
                  }}
                  placeholder={t('bind.choose')}
                />
              </Field>
              <RoleChoice label={t('bind.role')} value={role} onValue={setRole} />
              <p className={styles.hint}>{t('bind.help')}</p>
            </div>
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}

/** The teams that an item is bound to, each with its people. */
function TeamsTab({ book }: { book: MembersState }) {
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

const panels: Record<MembersTab, ComponentType<{ book: MembersState }>> = {
  people: PeopleTab,
  teams: TeamsTab,
  sight: AccessOverviewTab,
}

/** Parses the tab in a URL; the people tab by default. */
const parseMembersTab = (word: string | null): MembersTab => tabs.find((tab) => tab === word) ?? 'people'

/** Tabs with the people and teams of an item, and what each of them can access. */
function MembersTabs(props: {
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

/** The members of an item as part of a screen; the selected tab is in the URL (`?part=`). */
export function MembersPanel({ item_id }: { item_id: string }) {
  const [query, setQuery] = useSearchParams()
  const show = (part: string) =>
    setQuery(
      (former) => {
        const next = new URLSearchParams(former)
        next.set('part', part)
        return next
      },
      { replace: true },
    )
  return <MembersTabs item_id={item_id} tab={parseMembersTab(query.get('part'))} onTab={show} onScreen />
}

/** Dialog with the members of an item, for its managers. */
export function MembersDialog(props: { item: { item_id: string; item_name: string }; onClose: () => void }) {
  const { item, onClose } = props
  const { t } = useTranslation('member')
  const [tab, setTab] = useState<MembersTab>('people')
  return (
    <Dialog open onClose={onClose} size="l" title={t('titleOf', { name: item.item_name })}>
      <MembersTabs item_id={item.item_id} tab={tab} onTab={setTab} />
    </Dialog>
  )
}
