import { useMemo } from 'react'
import { checkResponse } from '#shared/api-doc/response-check.ts'
import { ProblemList } from '#web/features/api-docs/response-check/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CheckIcon } from '#web/ui/icons.ts'
import { type CallResponse, documentedAtom } from './atoms.ts'
import styles from './call.module.css'

/** Shows how a response compares with what its page documents; nothing when the page documents no response. */
export function DocumentCheck({ page_id, answer, method }: { page_id: string; answer: CallResponse; method: string }) {
  const { t } = useTranslation('api-call')
  const { result } = useQueryState(useMemo(() => documentedAtom(page_id), [page_id]))
  const documented = queryValue(result)
  const check = useMemo(
    () => (documented ? checkResponse(answer, documented, method) : undefined),
    [answer, documented, method],
  )
  if (!check || check.outcome === 'undocumented') return null
  if (check.outcome === 'cut') return <p className={styles.note}>{t('check.cut')}</p>
  if (check.outcome === 'agrees')
    return (
      <p className={styles.agrees} role="status">
        <CheckIcon />
        {t('check.agrees')}
      </p>
    )
  return (
    <Banner tone="warn">
      <p>{t('check.differs', { count: check.problems.length, problems: check.problems.length })}</p>
      <ProblemList problems={check.problems} />
    </Banner>
  )
}
