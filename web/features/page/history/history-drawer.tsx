import i18next from 'i18next'
import { useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { href } from '#web/lib/route.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { changeSizesAtom, timelineAtom } from './atoms.ts'
import styles from './history-drawer.module.css'
import { RestoreDialog } from './restore-dialog.tsx'
import { TimelineView } from './timeline-view.tsx'
import { VersionPreview } from './version-preview.tsx'
import { diffPath, olderFirst, type Version } from './versions.ts'

/** Shows the former versions of a page: to read, compare and restore. For users who may edit it. */
export function HistoryDrawer(props: {
  page_id: string
  onClose: () => void
  /** Called after a version was restored, and after that was undone: the page has to be reloaded. */
  onRestored?: () => void
  /** Puts the text of a version into the open editor; without it, the editor is opened for it. */
  onUse?: (text: string) => void
  /** Whether versions can be restored; an archived item is read-only. */
  canRestore?: boolean
}) {
  const { page_id, onClose, onRestored, onUse, canRestore = true } = props
  const { t } = useTranslation('page-history')
  const [read, again] = useQuery(page_id, () => timelineAtom(page_id))
  const timeline = read && 'value' in read ? read.value : undefined
  const [sizes] = useQuery(`${page_id} ${timeline?.page.page_version ?? ''}`, () => changeSizesAtom(timeline))
  const [chosen, setChosen] = useState<string[]>()
  const [preview, setPreview] = useState<Version>()
  const [restored, setRestored] = useState<Version>()
  const compare = () => {
    const [older, newer] = olderFirst(timeline?.versions ?? [], chosen ?? [])
    if (older && newer) window.open(href(diffPath(page_id, older, newer)), '_blank', 'noopener')
    setChosen(undefined)
  }
  const hasTwo = (timeline?.versions.length ?? 0) > 1
  const footer = chosen ? (
    <>
      <span className={styles.hint} role="status">
        {t('chosen', { count: chosen.length })}
      </span>
      <Button onClick={() => setChosen(undefined)}>{t('cancel')}</Button>
      <Button variant="primary" disabled={chosen.length < 2} onClick={compare}>
        {t('compare.two')}
      </Button>
    </>
  ) : (
    <Button onClick={() => setChosen([])}>{t('compare.choose')}</Button>
  )
  return (
    <Drawer open onClose={onClose} title={t('title')} footer={hasTwo && footer}>
      {!read && (
        <Loading onRetry={again}>
          <SkeletonText lines={8} />
        </Loading>
      )}
      {read && 'error' in read && (
        <LoadError
          text={t('failed')}
          message={getErrorMessage(read.error)}
          requestId={getRequestId(read.error)}
          onRetry={again}
        />
      )}
      {timeline && (
        <>
          <p className={styles.note}>{t('kept', { count: timeline.versionLimit })}</p>
          <TimelineView
            timeline={timeline}
            sizes={sizes ?? []}
            chosen={chosen}
            onChosen={setChosen}
            onPreview={setPreview}
            onRestore={canRestore ? setRestored : undefined}
          />
          {timeline.versions.length === 0 && <EmptyState icon={<HistoryIcon data-size="32" />} text={t('none')} />}
        </>
      )}
      {timeline && preview && (
        <VersionPreview
          item_id={timeline.page.item_id}
          version={preview}
          onClose={() => setPreview(undefined)}
          onRestore={canRestore ? () => setRestored(preview) : undefined}
          onUse={
            onUse &&
            ((text) => {
              onUse(text)
              onClose()
              toast.ok(localized(() => i18next.t('page-history:use.done')))
            })
          }
        />
      )}
      {timeline && restored && (
        <RestoreDialog
          page_id={page_id}
          page_title={timeline.page.page_title}
          version={restored}
          onClose={() => setRestored(undefined)}
          onRestored={onRestored}
          onDone={onClose}
        />
      )}
    </Drawer>
  )
}
