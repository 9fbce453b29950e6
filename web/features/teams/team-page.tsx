import { NotFound } from '#web/app/not-found/index.tsx'
import { useParams } from '#web/lib/route.ts'
import { SignedIn } from './signed-in.tsx'
import { TeamScreen } from './team-screen.tsx'

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
