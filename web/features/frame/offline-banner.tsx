import { useTranslation } from '#web/lib/i18n.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OfflineIcon } from '#web/ui/icons.ts'

/** Says that there is no network, while there is none. */
export function OfflineBanner() {
  const { t } = useTranslation('frame')
  const online = useOnline()
  if (online) return null
  return (
    <Banner icon={<OfflineIcon />} flush>
      {t('offline')}
    </Banner>
  )
}
