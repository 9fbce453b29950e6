import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnline, useServerReachable } from '#web/lib/online.ts'
import { usePoll } from '#web/lib/poll.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OfflineIcon } from '#web/ui/icons.ts'
import styles from './app-frame.module.css'

/** How often an unreachable server is checked, in ms. */
const knockEveryMs = 5000

/** Shows that there is no network or that the server does not respond, as long as that lasts, or that this is a copy. */
export function OfflineBanner() {
  const { t } = useTranslation('layout')
  const online = useOnline()
  const reached = useServerReachable()
  usePoll(() => api.common.version(), { everyMs: knockEveryMs, enabled: online && !reached })
  const isFine = online && reached
  if (isFine && !boot.copy_of) return null
  return (
    <div className={styles.notice} data-no-print="">
      <Banner tone={isFine ? 'info' : online ? 'warn' : 'neutral'} icon={isFine ? undefined : <OfflineIcon />} flush>
        {t(isFine ? 'copy' : online ? 'unreached' : 'offline', { url: boot.copy_of })}
      </Banner>
    </div>
  )
}
