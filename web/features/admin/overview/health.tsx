import { exactTime, fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { OkIcon, WarnIcon } from '#web/ui/icons.ts'
import type { Counts } from './atoms.ts'
import type { Check } from './checks.ts'
import styles from './overview.module.css'

/** Health of the site in one line: healthy or the number of warnings, version, uptime, free disk space. */
export function Health(props: { version: string; site: Counts['site']; checks: readonly Check[] }) {
  const { version, site, checks } = props
  const { t } = useTranslation('admin')
  const count = checks.filter(({ state }) => state === 'warn').length
  const Icon = count === 0 ? OkIcon : WarnIcon
  const free = Math.round((100 * site.disk_free_bytes) / Math.max(1, site.disk_bytes))
  return (
    <p className={styles.health} data-state={count === 0 ? 'ok' : 'warn'}>
      <Icon data-size="20" />
      <strong>{count === 0 ? t('overview.healthy') : t('overview.look', { count })}</strong>
      <span>{t('overview.version', { version })}</span>
      <span title={exactTime(site.start_time)}>{t('overview.started', { time: relativeTime(site.start_time) })}</span>
      <span>{t('overview.disk', { size: fileSize(site.disk_free_bytes), percent: free })}</span>
    </p>
  )
}
