import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { notifyTreeChanged } from '#web/features/item/tree/index.ts'
import { CatalogSelect } from '#web/features/tree/folders/index.tsx'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { CatalogIcon, PageIcon, ShowIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RestoreIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { recycleAtom, restoreAtom } from './atoms.ts'
import type { RecycledEntry } from './entries.ts'
import styles from './recycle.module.css'

const PreviewDialog = lazyComponent(async () => (await import('./preview-dialog.tsx')).PreviewDialog)
const perPage = 20

function NameCell({ entry, onPreview }: { entry: RecycledEntry; onPreview: (entry: RecycledEntry) => void }) {
  const { t } = useTranslation('recycle')
  if (entry.kind === 'page') {
    return (
      <button type="button" className={styles.name} onClick={() => onPreview(entry)}>
        <PageIcon />
        <bdi>{entry.name}</bdi>
      </button>
    )
  }
  return (
    <span className={styles.name}>
      <CatalogIcon />
      <bdi>{entry.name}</bdi>
      <span className={styles.soft}>{t('pages', { count: entry.page_count })}</span>
    </span>
  )
}

/** The entries of the recycle bin as rows. */
function RecycleTable(props: {
  entries: readonly RecycledEntry[]
  selected: ReadonlySet<string>
  onSelected: ((next: Set<string>) => void) | undefined
  onPreview: (entry: RecycledEntry) => void
  onRestore: ((entry: RecycledEntry) => void) | undefined
}) {
  const { entries, selected, onSelected, onPreview, onRestore } = props
  const { t } = useTranslation('recycle')
  const menuOf = (entry: RecycledEntry): MenuEntry[] => [
    ...(entry.kind === 'page'
      ? [{ id: 'preview', label: t('preview'), icon: <ShowIcon />, onSelect: () => onPreview(entry) }]
      : []),
    ...(onRestore
      ? [{ id: 'restore', label: t('restore.action'), icon: <RestoreIcon />, onSelect: () => onRestore(entry) }]
      : []),
  ]
  return (
    <Table
      caption={t('title')}
      rows={entries}
      keyOf={({ key }) => key}
      {...(onSelected && { selected, onSelected })}
      menuOf={menuOf}
      menuLabel={({ name }) => t('menu', { name })}
      columns={[
        { id: 'name', header: t('column.name'), cell: (entry) => <NameCell entry={entry} onPreview={onPreview} /> },
        {
          id: 'path',
          header: t('column.catalog'),
          cell: ({ path, isCatalogGone: isPlaceGone }) => (
            <span className={styles.path}>
              <bdi>{path || t('top')}</bdi>
              {isPlaceGone && <span className={styles.soft}> · {t('placeGone')}</span>}
            </span>
          ),
        },
        { id: 'by', header: t('column.by'), cell: ({ by }) => by || '–' },
        {
          id: 'when',
          header: t('column.when'),
          cell: ({ del_time }) => <time title={exactTime(del_time)}>{relativeTime(del_time)}</time>,
        },
        {
          id: 'left',
          header: t('column.left'),
          cell: ({ days_left }) => (days_left > 0 ? t('left', { count: days_left }) : t('leftToday')),
        },
      ]}
    />
  )
}

/** Asks for confirmation before entries are restored, and for a destination when their catalog is deleted. */
function RestoreDialog(props: {
  item_id: string
  entries: readonly RecycledEntry[]
  onClose: () => void
  /** Called with the restored entries; with an empty list after an error, when some may have been restored. */
  onRestored: (done: readonly RecycledEntry[]) => void
}) {
  const { item_id, entries, onClose, onRestored } = props
  const { t } = useTranslation(['recycle', 'common'])
  const close = useMountedCallback(onClose)
  const restore = useSetAtom(restoreAtom)
  const [cat_id, setCatalog] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const [only] = entries
  const name = only?.name ?? ''
  const count = entries.length
  const homeless = entries.filter(({ isCatalogGone: isPlaceGone }) => isPlaceGone).length
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await restore(item_id, entries, cat_id)
      close()
      onRestored(entries)
      toast.ok(
        localized(() =>
          count === 1 ? i18next.t('recycle:restored', { name }) : i18next.t('recycle:restoredMany', { count }),
        ),
      )
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
      onRestored([])
    }
  }
  const effect = () => {
    if (count > 1) return t('restore.many', { count })
    if (only?.kind === 'catalog') {
      return only.page_count > 0 ? t('restore.catalog', { count: only.page_count }) : t('restore.catalogEmpty')
    }
    if (homeless > 0) return t('restore.homeless')
    return only?.path ? t('restore.into', { path: only.path }) : t('restore.top')
  }
  return (
    <Dialog
      open
      compact
      title={count === 1 ? t('restore.title', { name }) : t('restore.titleMany', { count })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('restore.action')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{effect()}</p>
        {homeless > 0 && (
          <Field label={t('restore.place')} {...(count > 1 && { help: t('restore.placeHelp', { count: homeless }) })}>
            <CatalogSelect item_id={item_id} value={cat_id} onValue={setCatalog} />
          </Field>
        )}
        {error && <Banner tone="danger">{error.text}</Banner>}
      </div>
    </Dialog>
  )
}

/** The recycle bin of an item: deleted pages and catalogs, to read and restore. */
export function RecyclePanel({ item_id, isArchived = false }: { item_id: string; isArchived?: boolean }) {
  const { t } = useTranslation('recycle')
  const [read, readAgain] = useAtom(useMemo(() => recycleAtom(item_id), [item_id]))
  const [selected, setSelected] = useState<Set<string>>(() => new Set())
  const [wantedPage, setPage] = useState(1)
  const [requested, ask] = useState<readonly RecycledEntry[]>()
  const [previewed, preview] = useState<RecycledEntry>()
  const root = useRef<HTMLDivElement>(null)
  const hasRestored = useRef(false)
  // the focused element disappeared with its row
  useEffect(() => {
    if (!hasRestored.current || document.activeElement !== document.body) return
    hasRestored.current = false
    root.current?.focus()
  }, [read])
  const entries = queryValue(read) ?? []
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
      <QueryBoundary
        result={read}
        onRetry={() => void readAgain()}
        failed={t('failed')}
        waiting={<SkeletonText lines={5} />}
      >
        {inside}
      </QueryBoundary>
      {previewed && !requested && (
        <LazyBoundary>
          <PreviewDialog
            item_id={item_id}
            entry={previewed}
            onClose={() => preview(undefined)}
            onRestore={isArchived ? undefined : () => ask([previewed])}
          />
        </LazyBoundary>
      )}
      {requested && (
        <RestoreDialog
          item_id={item_id}
          entries={requested}
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

/** The recycle bin of an item in a dialog. */
export function RecycleDialog(props: {
  item: { item_id: string; item_name: string; isArchived?: boolean }
  onClose: () => void
}) {
  const { item, onClose } = props
  const { t } = useTranslation('recycle')
  return (
    <Dialog open size="l" title={t('titleOf', { name: item.item_name })} onClose={onClose}>
      <RecyclePanel item_id={item.item_id} isArchived={item.isArchived ?? false} />
    </Dialog>
  )
}
