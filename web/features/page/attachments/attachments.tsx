import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { type api, getErrorMessage } from '#web/lib/api.ts'
import { exactTime, fileSize, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useLayout } from '#web/lib/media.ts'
import { queryValue } from '#web/lib/query.ts'
import { useSearchParams, useTitle } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkIcon, ListIcon, SearchIcon, ShowIcon } from '#web/ui/icons.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { AttachmentIcon, CardsIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteFilesAtom, useFiles } from './atoms.ts'
import styles from './attachment.module.css'
import { copyLink, type FileActions, useFileMenu } from './file-actions.tsx'
import { FileGrid } from './file-grid.tsx'
import { FileIcon } from './file-icon.tsx'
import { FileUsage } from './file-usage.tsx'
import { getFileCategory, type OwnFile, previewKind } from './files.ts'
import { Filters } from './filters.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { addressWith, type FileQuery, filesPerPage, isFiltered, parseQuery } from './query.ts'
import { UploadArea } from './upload-area.tsx'

type Opened =
  | { kind: 'preview'; file: OwnFile; files: readonly OwnFile[] }
  | { kind: 'delete'; files: readonly OwnFile[] }

const mb = 1024 * 1024

/** The total size of the current user's files, and this month's download traffic. */
function StorageUsed({ result }: Pick<ReturnType<typeof useFiles>, 'result'>) {
  const { t } = useTranslation('attachment')
  if (!result) return <span>{t('used.loading')}</span>
  const read = queryValue(result)
  if (!read) return null
  const used = fileSize(read.used)
  return (
    <span className={styles.used}>
      <span>
        {read.quota_m > 0 ? t('used.of', { used, quota: fileSize(read.quota_m * mb) }) : t('used.all', { used })}
      </span>
      <span>{t('used.traffic', { traffic: fileSize(read.used_flow_m * mb) })}</span>
    </span>
  )
}

/** Asks for confirmation before files are deleted, and says what their pages will show afterwards. */
function DeleteFiles({ files, onClose }: { files: readonly OwnFile[]; onClose: () => void }) {
  const { t } = useTranslation('attachment')
  const close = useMountedCallback(onClose)
  const deleteFiles = useSetAtom(deleteFilesAtom)
  const count = files.length
  const [only] = count === 1 ? files : []
  const used = files.filter((file) => file.page_count > 0).length
  const confirm = async () => {
    await deleteFiles(files)
    close()
    toast.ok(
      localized(() =>
        only
          ? i18next.t('attachment:delete.done', { name: only.display_name })
          : i18next.t('attachment:delete.doneMany', { count }),
      ),
    )
  }
  const effectOf = (file: OwnFile) =>
    t(previewKind(file) === 'image' ? 'delete.picture' : 'delete.link', { count: file.page_count })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={only ? t('delete.title', { name: only.display_name }) : t('delete.titleMany', { count })}
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={getErrorMessage}
    >
      {used === 0 && <p>{t(only ? 'delete.unused' : 'delete.unusedMany')}</p>}
      {used > 0 && <p>{only ? effectOf(only) : t('delete.usedMany', { count: used })}</p>}
      <p>{t('delete.forGood')}</p>
    </ConfirmDialog>
  )
}

type OwnFiles = Awaited<ReturnType<typeof api.attachment.getMyList>>

const nothing: FileQuery = { name: '', type: 'all', unused: false, page: 1 }

const unless = (left: boolean, column: TableColumn<OwnFile>) => (left ? [] : [column])

/** Table of the current user's files; on phones the menu replaces the less important cells. */
function FileTable(
  props: FileActions & {
    files: readonly OwnFile[]
    /** The keys of the selected rows. */
    selected: ReadonlySet<string>
    onSelected: (next: Set<string>) => void
  },
) {
  const { files, selected, onSelected, ...actions } = props
  const { t } = useTranslation('attachment')
  const menuOf = useFileMenu(actions)
  const isPhone = useLayout() === 'phone'
  return (
    <Table
      caption={t('title')}
      rows={files}
      keyOf={(file) => String(file.file_id)}
      columns={[
        {
          id: 'name',
          header: t('column.name'),
          cell: (file) => (
            <button type="button" className={styles.name} onClick={() => actions.onPreview(file)}>
              <FileIcon file={file} />
              <span>{file.display_name}</span>
            </button>
          ),
        },
        ...unless(isPhone, {
          id: 'type',
          header: t('column.type'),
          isShort: true,
          isExtra: true,
          cell: (file) => t(`sort.${getFileCategory(file)}`),
        }),
        { id: 'size', header: t('column.size'), align: 'end', cell: (file) => fileSize(file.file_size) },
        { id: 'used', header: t('column.used'), isShort: true, cell: (file) => <FileUsage file={file} /> },
        ...unless(isPhone, {
          id: 'views',
          header: t('column.views'),
          align: 'end',
          isExtra: true,
          cell: (file) => formatCount(file.visit_times),
        }),
        {
          id: 'time',
          header: t('column.time'),
          cell: (file) => (
            <time className={styles.time} title={exactTime(file.addtime)}>
              {relativeTime(file.addtime)}
            </time>
          ),
        },
        ...unless(isPhone, {
          id: 'quick',
          header: <span className="visually-hidden">{t('column.quick')}</span>,
          width: '80px',
          cell: (file) => (
            <span className={styles.quick}>
              <IconButton
                size="s"
                label={t('previewOf', { name: file.display_name })}
                onClick={() => actions.onPreview(file)}
              >
                <ShowIcon />
              </IconButton>
              <IconButton size="s" label={t('copyLinkOf', { name: file.display_name })} onClick={() => copyLink(file)}>
                <LinkIcon />
              </IconButton>
            </span>
          ),
        }),
      ]}
      selected={selected}
      onSelected={onSelected}
      menuOf={menuOf}
      menuLabel={(file) => t('menuOf', { name: file.display_name })}
    />
  )
}

/** One page of the current user's files as rows or images, or a text when there are none. */
function FileList(props: {
  files: OwnFiles
  query: FileQuery
  grid: boolean
  onQuery: (query: FileQuery) => void
  onPreview: (file: OwnFile, all: readonly OwnFile[]) => void
  onDelete: (files: readonly OwnFile[]) => void
}) {
  const { files, query, grid, onQuery, onPreview, onDelete } = props
  const { t } = useTranslation('attachment')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { list, total } = files
  if (total === 0 && !isFiltered(query))
    return <EmptyState icon={<AttachmentIcon data-size="32" />} text={t('empty')} help={t('emptyHelp')} />
  if (total === 0)
    return (
      <EmptyState
        icon={<SearchIcon data-size="32" />}
        text={query.unused && query.name === '' ? t('noUnused') : t('noMatch')}
        action={<Button onClick={() => onQuery(nothing)}>{t('clearFilter')}</Button>}
      />
    )
  const itemActions = {
    onPreview: (file: OwnFile) => onPreview(file, list),
    onDelete: (file: OwnFile) => onDelete([file]),
  }
  const chosen = grid ? [] : list.filter((file) => selected.has(String(file.file_id)))
  return (
    <>
      {chosen.length > 0 && (
        <div className={styles.chosen}>
          <span role="status">{t('hub.chosen', { count: chosen.length })}</span>
          <Button size="s" variant="danger" onClick={() => onDelete(chosen)}>
            {t('deleteEntry')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setSelected(new Set())}>
            {t('clearChoice')}
          </Button>
        </div>
      )}
      {grid && <FileGrid files={list} {...itemActions} />}
      {!grid && list.length > 0 && (
        <FileTable files={list} selected={selected} onSelected={setSelected} {...itemActions} />
      )}
      <div className={styles.foot}>
        <Pagination
          page={query.page}
          pageSize={filesPerPage}
          total={total}
          onPage={(page) => onQuery({ ...query, page })}
        />
      </div>
      <p className="visually-hidden" role="status">
        {isFiltered(query) && t('found', { count: total })}
      </p>
    </>
  )
}

function Screen() {
  const { t } = useTranslation('attachment')
  const [address, setAddress] = useSearchParams()
  const [opened, setOpened] = useState<Opened | null>(null)
  const text = address.toString()
  const query = useMemo(() => parseQuery(new URLSearchParams(text)), [text])
  const { result, run } = useFiles(query)
  const isGrid = address.get('view') === 'grid'
  useTitle(t('title'))
  const setQuery = useCallback(
    (next: FileQuery) => setAddress((now) => addressWith(now, next), { replace: true }),
    [setAddress],
  )
  const setGrid = (on: boolean) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (on) next.set('view', 'grid')
        else next.delete('view')
        return next
      },
      { replace: true },
    )
  return (
    <ScreenFrame title={t('title')} note={<StorageUsed result={result} />}>
      <UploadArea page_id={0} item_id={0} />
      <div className={styles.bar}>
        <Filters query={query} onQuery={setQuery} />
        <div className={styles.views} role="group" aria-label={t('view.label')}>
          <IconButton label={t('view.rows')} aria-pressed={!isGrid} onClick={() => setGrid(false)}>
            <ListIcon />
          </IconButton>
          <IconButton label={t('view.grid')} aria-pressed={isGrid} onClick={() => setGrid(true)}>
            <CardsIcon />
          </IconButton>
        </div>
      </div>
      <QueryBoundary
        result={result}
        onRetry={() => void run('again')}
        failed={t('failed')}
        waiting={<SkeletonText lines={8} />}
      >
        {(files) => (
          <FileList
            files={files}
            query={query}
            grid={isGrid}
            onQuery={setQuery}
            onPreview={(file, all) => setOpened({ kind: 'preview', file, files: all })}
            onDelete={(chosen) => setOpened({ kind: 'delete', files: chosen })}
          />
        )}
      </QueryBoundary>
      {opened?.kind === 'preview' && (
        <PreviewDialog files={opened.files} first={opened.file} onClose={() => setOpened(null)} />
      )}
      {opened?.kind === 'delete' && <DeleteFiles files={opened.files} onClose={() => setOpened(null)} />}
    </ScreenFrame>
  )
}

/** `/attachment/index`: the current user's files, with their size and where they are used. */
export function Attachments() {
  const user = useAtomValue(sessionAtom)
  return user ? <Screen /> : <RedirectTo path="/user/login?redirect=/attachment/index" />
}
