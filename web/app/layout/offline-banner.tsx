import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnline, useServerReachable } from '#web/lib/online.ts'
import { usePoll } from '#web/lib/poll.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OfflineIcon } from '#web/ui/icons.ts'
import styles from './app-frame.module.css'

/** How often an unreachable server is checked, in ms. */
const knockEveryMs = 5000

/** Shows that there is no network or that the server does not respond, as long as that lasts. */
export function OfflineBanner() {
  const { t } = useTranslation('layout')
  const online = useOnline()
  const reached = useServerReachable()
  usePoll(() => api.common.version(), { everyMs: knockEveryMs, enabled: online && !reached })
  if (online && reached) return null
  return (
    <div className={styles.notice} data-no-print="">
      <Banner tone={online ? 'warn' : 'neutral'} icon={<OfflineIcon />} flush>
        {t(online ? 'unreached' : 'offline')}
      </Banner>
    </div>
  )
}
