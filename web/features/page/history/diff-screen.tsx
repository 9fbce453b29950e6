import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useFetch } from '#web/lib/query.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { QueryError } from '#web/ui/query-boundary.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { readCompared } from './atoms.ts'
import { DiffView, DiffWaiting } from './diff-view.tsx'
import { useDiffAddress } from './use-diff-address.ts'

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text)

function Missing({ page_id }: { page_id: string }) {
  const { t } = useTranslation('page-history')
  useTitle(t('diff.title'))
  return (
    <ScreenFrame title={t('diff.title')}>
      <EmptyState
        icon={<HistoryIcon data-size="32" />}
        text={t('diff.gone')}
        action={isId(page_id) && <ButtonLink to={`/page/${page_id}`}>{t('diff.page')}</ButtonLink>}
      />
    </ScreenFrame>
  )
}

function Comparison({ address }: { address: ReturnType<typeof useDiffAddress> }) {
  const { t } = useTranslation('page-history')
  const { page_id, old, other } = address
  const [result, again] = useFetch(`${page_id} ${old} ${other}`, (signal) => readCompared(address, signal))
  useTitle(result && 'error' in result ? t('diff.title') : undefined)
  if (!result) return <DiffWaiting onRetry={again} />
  if ('value' in result) return <DiffView compared={result.value} address={address} onAgain={again} />
  const isGone = (['historyGone', 'pageGone', 'badParameter'] as const).some((name) => isApiError(result.error, name))
  if (isGone) return <Missing page_id={page_id} />
  return (
    <ScreenFrame title={t('diff.title')}>
      <QueryError error={result.error} onRetry={again} failed={t('diff.failed')} />
    </ScreenFrame>
  )
}

/** Shows the differences between two versions of a page. */
export function DiffScreen() {
  const address = useDiffAddress()
  const { page_id, old, other } = address
  const isAddress = isId(page_id) && isId(old) && (other === '' || isId(other))
  return isAddress ? <Comparison address={address} /> : <Missing page_id={page_id} />
}
