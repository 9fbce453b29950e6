import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, AnnounceIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { toast } from '#web/ui/toast.ts'
import { parsePage, useConsoleAddress } from '../address.ts'
import { QueryBoundary } from '../query-boundary.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { AnnouncementRow } from './announcement-row.tsx'
import styles from './announcements.module.css'
import { type Announcement, announcementCount, announcementsAtom, withdrawAnnouncementAtom } from './atoms.ts'

/** Published and scheduled announcements: written, scheduled, withdrawn. */
export function Announcements() {
  const { t } = useTranslation('admin')
  const { query, step } = useConsoleAddress()
  const [announcements, askAgain] = useAtom(announcementsAtom)
  const takeBack = useSetAtom(withdrawAnnouncementAtom)
  const [isWriting, setWriting] = useState(false)
  const [doomed, setDoomed] = useState<Announcement>()
  const page = parsePage(query)
  const write = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setWriting(true)}>
      {t('announce.new')}
    </Button>
  )
  return (
    <ScreenFrame title={t('section.announcements')} note={t('announce.note')} actions={write}>
      <QueryBoundary asked={announcements} onRetry={() => void askAgain()}>
        {(list) => (
          <>
            {list.length === 0 && (
              <EmptyState
                icon={<AnnounceIcon data-size="32" />}
                text={t(page === 1 ? 'announce.none' : 'announce.noMore')}
              />
            )}
            <ul className={styles.list}>
              {list.map((one) => (
                <AnnouncementRow key={one.id} announcement={one} onTakeBack={() => setDoomed(one)} />
              ))}
            </ul>
            {(page > 1 || list.length === announcementCount) && (
              <div className={styles.pages}>
                <Button disabled={page === 1} onClick={() => step({ page: page === 2 ? '' : `${page - 1}` })}>
                  {t('announce.newer')}
                </Button>
                <Button disabled={list.length < announcementCount} onClick={() => step({ page: `${page + 1}` })}>
                  {t('announce.older')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryBoundary>
      {isWriting && <AnnouncementDialog onClose={() => setWriting(false)} />}
      <ConfirmDialog
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t('announce.takeBackTitle')}
        action={t('announce.takeBack')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          if (!doomed) return
          await takeBack(doomed)
          setDoomed((now) => (now === doomed ? undefined : now))
          toast.ok(localized(() => i18next.t('admin:announce.takenBack')))
        }}
      >
        {t('announce.takeBackText')}
      </ConfirmDialog>
    </ScreenFrame>
  )
}
