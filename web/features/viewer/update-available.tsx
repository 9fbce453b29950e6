import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { currentPageAtom, latestVersionAtom } from '#web/features/message/index.tsx'
import { useCachedQuery } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePoll } from '#web/lib/poll.ts'
import { Button } from '#web/ui/button.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import { type Page, pagesAtom } from './atoms.ts'
import styles from './page-view.module.css'

/** How often the version is asked for where nothing tells it: for visitors, and where no events come through. */
const everyMs = 60_000
/** Readers of one page do not all ask for it in the same moment. */
const spreadMs = 1_500

/** Reads a page again soon after somebody has saved it. */
function useNewest(page: Page): void {
  const { page_id } = page
  const [, ask] = useCachedQuery(pagesAtom, page_id)
  const setOpen = useSetAtom(currentPageAtom)
  const told = useAtomValue(latestVersionAtom)
  const isTold = told?.page_id === page_id
  const version = isTold ? told.page_version : undefined
  useEffect(() => {
    setOpen(page_id)
    return () => setOpen(undefined)
  }, [page_id, setOpen])
  useEffect(() => {
    if (version === undefined || version === Number(page.page_version)) return
    const timer = window.setTimeout(() => void ask(0), Math.random() * spreadMs)
    return () => window.clearTimeout(timer)
  }, [version, page.page_version, ask])
  const look = async () => {
    const { page_version } = await api.page.version({ page_id }, { isBackground: true })
    if (page_version !== Number(page.page_version)) await ask(0)
  }
  usePoll(look, { everyMs, enabled: !isTold })
}

/** Says, over the text and without moving it, that somebody has written the page anew; shows that when asked to. */
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
