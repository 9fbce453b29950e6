import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RowsSkeleton } from '#web/features/item/members/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { QueryAtom } from '#web/lib/query.ts'
import { useLocation } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryBoundary as Boundary } from '#web/ui/query-boundary.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { MembersIcon } from '#web/ui/screen-icons.ts'

/** Shown for a team that does not exist or that the user is not in; it does not reveal which. */
export function NoTeam() {
  const { t } = useTranslation('team')
  return (
    <EmptyState
      icon={<MembersIcon data-size="32" />}
      text={t('gone.text')}
      help={t('gone.help')}
      action={<ButtonLink to="/team/index">{t('gone.action')}</ButtonLink>}
    />
  )
}

/** Boundary around a query of a team: skeleton rows while loading, and a notice when there is no such team. */
export function QueryBoundary<T>(props: { from: QueryAtom<T>; children: (value: T) => ReactNode }) {
  const { from, children } = props
  const { t } = useTranslation('team')
  const [result, run] = useAtom(from)
  if (
    result &&
    'error' in result &&
    (['teamGone', 'badParameter'] as const).some((name) => isApiError(result.error, name))
  )
    return <NoTeam />
  return (
    <Boundary result={result} onRetry={() => void run()} failed={t('failed')} waiting={<RowsSkeleton rows={4} />}>
      {children}
    </Boundary>
  )
}

/** Screen for signed-in users: others are redirected to sign in, and back afterwards. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = useAtomValue(sessionAtom)
  const [path] = useLocation()
  return user ? children : <RedirectTo path={`/user/login?redirect=${path}`} />
}
