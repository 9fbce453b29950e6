import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import styles from './access-overview.module.css'
import type { EffectiveAccess, GrantPath } from './access-overview.ts'
import { isLimitable, roleKey } from './role.ts'
import { useGrantPathLabel } from './use-grant-path-label.ts'

/** A person's permission in one sentence, and each grant that it comes from. */
export function AccessOverviewSummary(props: {
  name: string
  /** Whether it describes anyone without a role in the item, not a single person. */
  isAnybody: boolean
  /** Whether an access password opens the item. */
  hasPassword: boolean
  ways: readonly GrantPath[]
  sight: EffectiveAccess | undefined
  wordsOf: (limit: readonly number[]) => string
}) {
  const { name, isAnybody, hasPassword, ways, sight, wordsOf } = props
  const { t } = useTranslation('member')
  const wayWords = useGrantPathLabel()
  const listed = ways.filter((way) => way.kind !== 'open' || isAnybody)
  const sentence = () => {
    if (!sight) return t(hasPassword ? 'sight.nothingWithout' : 'sight.nothing', { name })
    if (!sight.limit) return t(`sight.whole.${roleKey(sight.role)}`, { name })
    return t(sight.role === '0' ? 'sight.part.read' : 'sight.part.edit', { name, where: wordsOf([...sight.limit]) })
  }
  return (
    <div className={styles.summary} role="status">
      <p className={styles.sentence}>{sentence()}</p>
      {listed.length > 0 && (
        <ul className={styles.ways} aria-label={t('sight.ways')}>
          {listed.map((way) => {
            const counts = sight?.deciding.includes(way) ?? false
            return (
              <li key={`${way.kind}${way.team_id ?? ''}`} className={styles.way} data-counts={counts || undefined}>
                <span>{wayWords(way)}</span>
                {way.kind !== 'owner' && (
                  <Badge tone={counts ? 'accent' : 'neutral'}>
                    {t(`role.${roleKey(way.role)}`)}
                    {isLimitable(way.role) && way.limit.length > 0 && ` · ${wordsOf(way.limit)}`}
                  </Badge>
                )}
                {!counts && <span className={styles.quiet}>{t('sight.outweighed')}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
