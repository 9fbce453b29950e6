import i18next from 'i18next'
import { useMemo, useState } from 'react'
import { isApiText } from '#shared/api-doc/api-text.ts'
import { getItemType } from '#shared/item-types.ts'
import { isSheetText } from '#shared/spreadsheet/is-sheet-text.ts'
import { ApiReading } from '#web/features/api-docs/form/index.tsx'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { bodyText } from '#web/features/page/content/index.tsx'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { SheetTable } from '#web/features/spreadsheet/view/index.tsx'
import { getAuthorName } from '#web/lib/display-name.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { queryValue, useCachedQuery, useFetch } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon, PageIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { readChangeSizes, readTimeline, readVersion } from './atoms.ts'
import styles from './history-drawer.module.css'
import { RestoreDialog, useOpenInEditor } from './restore-dialog.tsx'
import { TimelineView } from './timeline-view.tsx'
import { diffPath, firstPart, olderFirst, type Version } from './versions.ts'

/** Shows a former version as its readers saw it. */
function VersionPreview(props: {
  item_id: string
  version: Version
  onClose: () => void
  /** Makes it the page's text; omitted where nothing can be changed. */
  onRestore: (() => void) | undefined
  /** Puts its text into the open editor; without it, the editor is opened for it. */
  onUse: ((text: string) => void) | undefined
}) {
  const { item_id, version, onClose, onRestore, onUse } = props
  const { page_id, page_history_id, page_title, save_time } = version
  const { t } = useTranslation('page-history')
  const [read, again] = useFetch(page_history_id, (signal) => readVersion(page_id, page_history_id, signal))
  const openInEditor = useOpenInEditor()
  const history = queryValue(read)?.history_page
  const content = history?.page_content
  const use = () => {
    if (!history) return
    if (onUse) onUse(history.page_content)
    else openInEditor({ item_id: history.item_id, page_id }, history.page_content)
  }
  // an empty version is known to be a spreadsheet only by its item
  const [item] = useCachedQuery(itemsAtom, item_id)
  const info = queryValue(item)
  const isSheetItem = info !== undefined && getItemType(info.item_type).editor === 'sheet'
  const isSheet = useMemo(() => isSheetItem || (content !== undefined && isSheetText(content)), [isSheetItem, content])
  const isApi = useMemo(() => content !== undefined && isApiText(content), [content])
  const text = content === undefined || isSheet || isApi ? '' : bodyText(content)
  const part = firstPart(text)
  return (
    <Dialog
      open
      size="l"
      title={page_title}
      note={t('preview.note', { author: getAuthorName(version), time: exactTime(save_time) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => window.open(href(diffPath(page_id, page_history_id)), '_blank', 'noopener')}>
            {t('compare.current')}
          </Button>
          {onRestore && (
            <>
              {!isSheet && (
                <Button disabled={history === undefined} onClick={use}>
                  {t(onUse ? 'use.here' : 'restore.inEditor')}
                </Button>
              )}
              <Button variant="primary" onClick={onRestore}>
                {t('restore.this')}
              </Button>
            </>
          )}
        </>
      }
    >
      <QueryBoundary result={read} onRetry={again} failed={t('preview.failed')} waiting={<SkeletonText lines={6} />}>
        {({ history_page: { page_content } }) => {
          if (isSheet) return <SheetTable content={page_content} title={page_title} />
          if (isApi)
            return (
              <LazyBoundary fallback={<Loading />}>
                <ApiReading text={page_content} isPreview />
              </LazyBoundary>
            )
          if (text.trim() === '') return <EmptyState icon={<PageIcon data-size="32" />} text={t('preview.empty')} />
          return (
            <>
              {part.length < text.length && <Banner tone="info">{t('preview.part')}</Banner>}
              <MarkdownBody text={part} mode="preview" />
            </>
          )
        }}
      </QueryBoundary>
    </Dialog>
  )
}

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
  const [read, again] = useFetch(page_id, (signal) => readTimeline(page_id, signal))
  const timeline = queryValue(read)
  // decoration: the timeline is complete without it
  const [sizes] = useFetch(`${page_id} ${timeline?.page.page_version ?? ''}`, async (signal) =>
    timeline ? readChangeSizes(timeline, signal) : [],
  )
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
      <QueryBoundary result={read} onRetry={again} failed={t('failed')} waiting={<SkeletonText lines={8} />}>
        {(known) => (
          <>
            <p className={styles.note}>{t('kept', { count: known.versionLimit })}</p>
            <TimelineView
              timeline={known}
              sizes={queryValue(sizes) ?? []}
              chosen={chosen}
              onChosen={setChosen}
              onPreview={setPreview}
              onRestore={canRestore ? setRestored : undefined}
            />
            {known.versions.length === 0 && <EmptyState icon={<HistoryIcon data-size="32" />} text={t('none')} />}
          </>
        )}
      </QueryBoundary>
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
