import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ApiItemIcon, ArchiveIcon, SheetItemIcon } from '#web/ui/icons.ts'
import { useCurrentItem } from './current-item.ts'
import styles from './page-view.module.css'

const icons = { apiClient: ApiItemIcon, sheet: SheetItemIcon }

/** Says why the pages of the item are read-only. */
export function PageBanners() {
  const { t } = useTranslation('viewer')
  const { isArchived, archiveTime, canEditSheet, readOnlyReason: why } = useCurrentItem()
  // a user who may not edit a spreadsheet need not know where that is possible
  const onlyRead = why === 'sheet' && !canEditSheet ? undefined : why
  const Icon = onlyRead && icons[onlyRead]
  const time = exactTime(archiveTime)
  if (!isArchived && !onlyRead) return null
  return (
    <div className={styles.banners} data-no-print="">
      {isArchived && (
        <Banner icon={<ArchiveIcon />}>{time ? t('banner.archivedOn', { time }) : t('banner.archived')}</Banner>
      )}
      {onlyRead && Icon && <Banner icon={<Icon />}>{t(`banner.${onlyRead}`)}</Banner>}
    </div>
  )
}
