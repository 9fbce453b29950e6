import { useAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { notifyTreeChanged } from '#web/features/tree/view/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TrashIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { recycleAtom } from './atoms.ts'
import type { RecycledEntry } from './entries.ts'
import styles from './recycle.module.css'
import { RecycleTable } from './recycle-table.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

const PreviewDialog = lazyComponent(async () => (await import('./preview-dialog.tsx')).PreviewDialog)
const perPage = 20

/** The recycle bin of an item: deleted pages and catalogs, to read and restore. */
export function RecyclePanel({ item_id, isArchived = false }: { item_id: string; isArchived?: boolean }) {
  const { t } = useTranslation('recycle')
  const [read, readAgain] = useAtom(useMemo(() => recycleAtom(item_id), [item_id]))
  const [selected, setSelected] = useState<Set<string>>(() => new Set())
  const [wantedPage, setPage] = useState(1)
  const [asked, ask] = useState<readonly RecycledEntry[]>()
  const [previewed, preview] = useState<RecycledEntry>()
  const root = useRef<HTMLDivElement>(null)
  const hasRestored = useRef(false)
  // the focused element disappeared with its row
  useEffect(() => {
    if (!hasRestored.current || document.activeElement !== document.body) return
    hasRestored.current = false
    root.current?.focus()
  }, [read])
  const entries = read && 'value' in read ? read.value : []
  const page = Math.min(wantedPage, Math.ceil(entries.length / perPage))
  const chosen = entries.filter(({ key }) => selected.has(key))
  const restored = (done: readonly RecycledEntry[]) => {
    setSelected(new Set())
    hasRestored.current = true
    // removes the restored entries even where the recycle bin cannot be reloaded
    void readAgain().then(() => readAgain((known) => known.filter((entry) => !done.includes(entry))))
    notifyTreeChanged(item_id)
  }
  const inside = () => {
    if (!read)
      return (
        <Loading onRetry={() => void readAgain()}>
          <SkeletonText lines={5} />
        </Loading>
      )
    if ('error' in read) {
      const { error } = read
      return (
        <LoadError
          text={t('failed')}
          message={getErrorMessage(error)}
          requestId={getRequestId(error)}
          onRetry={() => void readAgain()}
        />
      )
    }
    if (entries.length === 0)
      return <EmptyState icon={<TrashIcon data-size="32" />} text={t('none')} help={t('note')} />
    return (
      <>
        <div className={styles.bar}>
          <p className={styles.note}>{t('note')}</p>
          {chosen.length > 0 && (
            <Button size="s" variant="primary" onClick={() => ask(chosen)}>
              {t('restoreChosen', { count: chosen.length })}
            </Button>
          )}
        </div>
        <RecycleTable
          entries={entries.slice((page - 1) * perPage, page * perPage)}
          selected={selected}
          onSelected={isArchived ? undefined : setSelected}
          onPreview={preview}
          onRestore={isArchived ? undefined : (entry) => ask([entry])}
        />
        <Pagination page={page} pageSize={perPage} total={entries.length} onPage={setPage} />
      </>
    )
  }
  return (
    <div ref={root} tabIndex={-1} className={styles.panel}>
      {inside()}
      {previewed && !asked && (
        <LazyBoundary>
          <PreviewDialog
            item_id={item_id}
            entry={previewed}
            onClose={() => preview(undefined)}
            onRestore={isArchived ? undefined : () => ask([previewed])}
          />
        </LazyBoundary>
      )}
      {asked && (
        <RestoreDialog
          item_id={item_id}
          entries={asked}
          onRestored={restored}
          onClose={() => {
            ask(undefined)
            preview(undefined)
          }}
        />
      )}
    </div>
  )
}
