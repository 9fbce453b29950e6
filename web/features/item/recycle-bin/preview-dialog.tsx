import { isApiText } from '#shared/api-doc/api-text.ts'
import { isSheetText } from '#shared/spreadsheet/is-sheet-text.ts'
import { ApiReading } from '#web/features/api-docs/form/index.tsx'
import { bodyText } from '#web/features/page/content/index.tsx'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { SheetTable } from '#web/features/spreadsheet/view/index.tsx'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useFetch } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import type { RecycledEntry } from './entries.ts'

/** The content of the page, as its readers saw it. */
function Content({ text, title }: { text: string; title: string }) {
  const { t } = useTranslation('recycle')
  if (text.trim() === '') return <EmptyState icon={<PageIcon data-size="32" />} text={t('emptyPage')} />
  if (isSheetText(text)) return <SheetTable content={text} title={title} />
  if (isApiText(text))
    return (
      <LazyBoundary fallback={<Loading />}>
        <ApiReading text={text} isPreview />
      </LazyBoundary>
    )
  return <MarkdownBody text={bodyText(text)} mode="preview" />
}

/** Previews a deleted page before it is restored. */
export function PreviewDialog(props: {
  item_id: string
  entry: RecycledEntry
  onClose: () => void
  onRestore: (() => void) | undefined
}) {
  const { item_id, entry, onClose, onRestore } = props
  const { t } = useTranslation('recycle')
  const [read, again] = useFetch(entry.id, (signal) => api.recycle.getPage({ item_id, page_id: entry.id }, { signal }))
  return (
    <Dialog
      open
      size="l"
      title={entry.name}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {onRestore && (
            <Button variant="primary" onClick={onRestore}>
              {t('restore.action')}
            </Button>
          )}
        </>
      }
    >
      <QueryBoundary result={read} onRetry={again} failed={t('pageFailed')} waiting={<SkeletonText lines={5} />}>
        {({ page_content }) => <Content text={page_content} title={entry.name} />}
      </QueryBoundary>
    </Dialog>
  )
}
