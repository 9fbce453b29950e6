import { relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { Link } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { sectionPath } from '../sections.ts'
import { backupStatusAtom } from './atoms.ts'

/** Banner above every section of Admin when the last backup failed, or the last good one is too old. */
export function BackupBanner({ isLinked }: { isLinked: boolean }) {
  const { t } = useTranslation('admin')
  const status = queryValue(useQueryState(backupStatusAtom).result)
  if (!status || (status.health !== 'late' && status.health !== 'failed')) return null
  const age =
    status.good_time === 0 ? t('backups.noGood') : t('backups.lastGood', { time: relativeTime(status.good_time) })
  return (
    <div>
      <Banner
        tone={status.health === 'failed' ? 'danger' : 'warn'}
        flush
        action={isLinked && <Link href={sectionPath('backups')}>{t('backups.open')}</Link>}
      >
        {status.health === 'failed' ? t('backups.failed', { reason: status.error_message }) : t('backups.late')} {age}
      </Banner>
    </div>
  )
}
