import { useTranslation } from '#web/lib/i18n.ts'
import { OkIcon, WarnIcon } from '#web/ui/icons.ts'
import type { Check } from './checks.ts'
import styles from './overview.module.css'

/** The site in one line: healthy, or how much wants a look; and which version runs. */
export function Health({ version, checks }: { version: string; checks: readonly Check[] }) {
  const { t } = useTranslation('admin')
  const count = checks.filter(({ state }) => state === 'warn').length
  const Icon = count === 0 ? OkIcon : WarnIcon
  return (
    <p className={styles.health} data-state={count === 0 ? 'ok' : 'warn'}>
      <Icon data-size="20" />
      <strong>{count === 0 ? t('overview.healthy') : t('overview.look', { count })}</strong>
      <span>{t('overview.version', { version })}</span>
    </p>
  )
}
