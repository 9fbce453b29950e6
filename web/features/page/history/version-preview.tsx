import { useMemo } from 'react'
import { isSheetText } from '#shared/spreadsheet/is-sheet-text.ts'
import { ApiReading } from '#web/features/api-docs/form/index.tsx'
import { bodyText, isApiText } from '#web/features/page/content/index.tsx'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { SheetTable } from '#web/features/spreadsheet/view/index.tsx'
import { itemsAtom, useCachedQuery } from '#web/features/tree/view/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { versionAtom } from './atoms.ts'
import { useOpenInEditor } from './use-open-in-editor.ts'
import { diffPath, firstPart, type Version } from './versions.ts'

/** Shows a former version as its readers saw it. */
export function VersionPreview(props: {
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
  const [read, again] = useQuery(page_history_id, () => versionAtom(page_id, page_history_id))
  const openInEditor = useOpenInEditor()
  const history = read && 'value' in read ? read.value.history_page : undefined
  const content = history?.page_content
  const use = () => {
    if (!history) return
    if (onUse) onUse(history.page_content)
    else openInEditor({ item_id: history.item_id, page_id }, history.page_content)
  }
  // an empty version is known to be a spreadsheet only by its item
  const [item] = useCachedQuery(itemsAtom, item_id)
  const isSheetItem = item !== undefined && 'value' in item && item.value.item_type === '4'
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
      {!read && (
        <Loading onRetry={again}>
          <SkeletonText lines={6} />
        </Loading>
      )}
      {read && 'error' in read && (
        <LoadError
          text={t('preview.failed')}
          message={getErrorMessage(read.error)}
          requestId={getRequestId(read.error)}
          onRetry={again}
        />
      )}
      {isSheet && content !== undefined && <SheetTable content={content} title={page_title} />}
      {isApi && content !== undefined && (
        <LazyBoundary fallback={<Loading />}>
          <ApiReading text={content} isPreview />
        </LazyBoundary>
      )}
      {content !== undefined && !isSheet && !isApi && text.trim() === '' && (
        <EmptyState icon={<PageIcon data-size="32" />} text={t('preview.empty')} />
      )}
      {part.length < text.length && <Banner tone="info">{t('preview.part')}</Banner>}
      {text.trim() !== '' && <MarkdownBody text={part} mode="preview" />}
    </Dialog>
  )
}
