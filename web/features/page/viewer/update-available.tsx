import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { currentPageAtom, latestVersionAtom } from '#web/features/messages/index.tsx'
import { api } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePoll } from '#web/lib/poll.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import { type Page, pagesAtom } from './atoms.ts'
import styles from './page-view.module.css'

/** How often the version is polled where no events arrive: for visitors, and where events are blocked, in ms. */
const everyMs = 60_000
/** Spreads the requests of the readers of one page over time, in ms. */
const spreadMs = 1_500

/** Reloads a page soon after a user has saved it. */
function useNewest(page: Page): void {
  const { page_id } = page
  const [, ask] = useCachedQuery(pagesAtom, page_id)
  const setOpen = useSetAtom(currentPageAtom)
  const reported = useAtomValue(latestVersionAtom)
  const isReported = reported?.page_id === page_id
  const version = isReported ? reported.page_version : undefined
  useEffect(() => {
    setOpen(page_id)
    return () => setOpen(undefined)
  }, [page_id, setOpen])
  useEffect(() => {
    if (version === undefined || version === Number(page.page_version)) return
    const timer = window.setTimeout(() => void ask(0), Math.random() * spreadMs)
    return () => window.clearTimeout(timer)
  }, [version, page.page_version, ask])
  const checkVersion = async () => {
    const { page_version } = await api.page.version({ page_id }, { isBackground: true })
    if (page_version !== Number(page.page_version)) await ask(0)
  }
  usePoll(checkVersion, { everyMs, enabled: !isReported })
}

/** Says, above the text and without moving it, that the page was saved again; shows the new version on request. */
export function UpdateAvailable({ page, newer, onShow }: { page: Page; newer: Page | undefined; onShow: () => void }) {
  const { t } = useTranslation('viewer')
  useNewest(page)
  return (
    <div className={styles.newer} role="status" data-no-print="">
      {newer && (
        <div className={styles.notice}>
          <RefreshIcon />
          {t('banner.newer', { user: getAuthorName(newer) })}
          <Button size="s" onClick={onShow}>
            {t('banner.show')}
          </Button>
        </div>
      )}
    </div>
  )
}
