import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import styles from './call.module.css'
import type { MergeConflict } from './environment-input.ts'

/** Notice that the form contains the changes of two users, with a list of what both have changed. */
export function MergeNotice({ clashes }: { clashes: readonly MergeConflict[] }) {
  const { t } = useTranslation('api-call')
  const names = { env_name: t('env.name'), base_url: t('env.base') }
  const lineOf = ({ part, theirs }: MergeConflict) => {
    const name = typeof part === 'string' ? names[part] : part.variable
    if (theirs === 'gone') return t('env.clashGone', { name })
    return theirs === 'secret' ? t('env.clashSecret', { name }) : t('env.clash', { name, theirs: theirs.value })
  }
  return (
    <div className={styles.merged}>
      <Banner tone="warn">
        {t(clashes.length === 0 ? 'env.merged' : 'env.mergedClash')}
        {clashes.length > 0 && (
          <ul className={styles.clashes}>
            {clashes.map((clash) => (
              <li key={lineOf(clash)}>{lineOf(clash)}</li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  )
}
