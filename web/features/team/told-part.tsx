import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { RowsSkeleton } from '#web/features/member/index.tsx'
import { isRefusal, messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { ToldAtom } from '#web/lib/told.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { NoTeam } from './no-team.tsx'

/** A part that stands on an answer about teams: grey rows first; why not, when it does not come, and that there is no such team. */
export function ToldPart<T>(props: { from: ToldAtom<T>; children: (value: T) => ReactNode }) {
  const { from, children } = props
  const { t } = useTranslation('team')
  const [told, ask] = useAtom(from)
  if (told === undefined)
    return (
      <Loading onRetry={() => void ask()}>
        <RowsSkeleton rows={4} />
      </Loading>
    )
  if ('value' in told) return children(told.value)
  if (isRefusal(told.error, 'teamGone') || isRefusal(told.error, 'badParameter')) return <NoTeam />
  return (
    <LoadFailed
      text={t('failed')}
      message={messageOf(told.error)}
      requestId={requestIdOf(told.error)}
      onRetry={() => void ask()}
    />
  )
}
