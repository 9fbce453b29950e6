import { useSearchParams } from '#web/lib/route.ts'
import { MembersTabs, parseMembersTab } from './members-tabs.tsx'

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
