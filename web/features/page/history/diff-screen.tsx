import { getErrorMessage, getRequestId, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { comparedAtom } from './atoms.ts'
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
  const [read, again] = useQuery(`${page_id} ${old} ${other}`, () => comparedAtom(page_id, old, other))
  const failure = read && 'error' in read ? read.error : undefined
  useTitle(failure === undefined ? undefined : t('diff.title'))
  if (read && 'value' in read) return <DiffView compared={read.value} address={address} onAgain={again} />
  const isGone = (['historyGone', 'pageGone', 'badParameter'] as const).some((name) => isApiError(failure, name))
  if (isGone) return <Missing page_id={page_id} />
  if (failure === undefined) return <DiffWaiting onRetry={again} />
  return (
    <ScreenFrame title={t('diff.title')}>
      <LoadError
        text={t('diff.failed')}
        message={getErrorMessage(failure)}
        requestId={getRequestId(failure)}
        onRetry={again}
      />
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
