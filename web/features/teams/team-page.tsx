import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { NotFound } from '#web/app/not-found/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { RowsSkeleton } from '#web/features/item/members/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { navigate, useParams, useTitle } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { QueryError } from '#web/ui/query-boundary.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { createTeamState } from './atoms.ts'
import { NoTeam } from './no-team.tsx'
import { SignedIn } from './signed-in.tsx'
import type { TeamDialogState } from './team-dialog.ts'
import { TeamDialogs } from './team-dialogs.tsx'
import { TeamItems } from './team-items.tsx'
import { TeamMembers } from './team-members.tsx'
import { getTeamPermissions, getTeamRole } from './team-role.ts'
import { useTeamEntries } from './use-team-entries.tsx'

/** Screen of a team: its people and its items, each at its own URL. */
function TeamScreen({ team_id, tab }: { team_id: string; tab: 'member' | 'item' }) {
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
  const counts = { member: queryValue(members)?.length, item: queryValue(items)?.length }
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
          tabs={(['member', 'item'] as const).map((id) => {
            const count = counts[id]
            return { id, label: t(`tab.${id}`), ...(count !== undefined && { count }) }
          })}
          value={tab}
          onValue={(id) => navigate(`/team/${id}/${team_id}`)}
        >
          {tab === 'member' ? (
            <TeamMembers book={book} team={team} manages={may.manage} />
          ) : (
            <TeamItems book={book} manages={may.manage} />
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
  if (tab !== 'member' && tab !== 'item') return <NotFound />
  return (
    <SignedIn>
      <TeamScreen key={team_id} team_id={team_id} tab={tab} />
    </SignedIn>
  )
}
