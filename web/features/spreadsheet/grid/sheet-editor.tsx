import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { readBook } from '#shared/spreadsheet/form.ts'
import { clockTime, type LockTarget, useSessionLifecycle } from '#web/features/editor/session/index.ts'
import { SheetTable } from '#web/features/spreadsheet/view/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isDialogOpen } from '#web/lib/is-dialog-open.ts'
import { announce } from '#web/lib/live-region.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { usePrinting } from '#web/lib/use-print.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ImportIcon, SheetItemIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ExportIcon } from '#web/ui/screen-icons.ts'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { GridHost } from './grid-host.tsx'
import { canWriteAtom, lockPollMs, otherEditorAtom, releaseLockAtom, renewMs, takeLockAtom } from './lock.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { closeBookAtom, openBookAtom, openStateAtom, type ReadPage, retryLockAtom } from './open-book.ts'
import { saveAtom, saveDraftAtom, saveOnUnloadAtom, saveStatusAtom } from './save.ts'
import { SessionBanners } from './session-banners.tsx'
import styles from './sheet-editor.module.css'
import {
  bufferAtom,
  getBookText,
  isUnsavedAtom,
  saveErrorAtom,
  selectedAtom,
  sheetSessionAtom,
} from './sheet-session.ts'

/** Reports once, by name, that someone else is editing. */
function LockAlert() {
  const { t } = useTranslation('sheet')
  const name = useAtomValue(otherEditorAtom)
  const [reported, setReported] = useState<string>()
  if (name === undefined || reported === name) return null
  return (
    <Dialog
      open
      compact
      onClose={() => setReported(name)}
      title={t(name ? 'lock.alertTitle' : 'lock.takenBySomebody', { name })}
      footer={
        <Button variant="primary" onClick={() => setReported(name)}>
          {t('lock.read')}
        </Button>
      }
    >
      {t('lock.alertText')}
    </Dialog>
  )
}

// Source: specification 4. Changes are in the draft within a second anyway.
const draftMs = 30_000

/** Renews the lock or waits for it, and stores what is unsaved while a spreadsheet is open. */
function useSheetLifecycle(): void {
  const { t } = useTranslation('sheet')
  const store = useStore()
  const newName = t('newSheet')
  const enter = useSetAtom(openBookAtom)
  const lastWord = useSetAtom(saveOnUnloadAtom)
  const canWrite = useAtomValue(canWriteAtom)
  const isOther = useAtomValue(otherEditorAtom) !== undefined
  const renew = useSetAtom(takeLockAtom)
  const release = useSetAtom(releaseLockAtom)
  const retry = useSetAtom(retryLockAtom)
  const keep = useSetAtom(saveDraftAtom)
  const save = useSetAtom(saveAtom)
  useEffect(() => {
    if (!isOther) return
    const timer = window.setInterval(() => void retry(), lockPollMs)
    return () => window.clearInterval(timer)
  }, [isOther, retry])
  useEffect(() => {
    const timer = window.setInterval(() => store.get(isUnsavedAtom) && void keep(), draftMs)
    return () => window.clearInterval(timer)
  }, [store, keep])
  useSessionLifecycle({
    id: 'sheet',
    isHeld: canWrite,
    renewMs,
    wakeMs: 0,
    renewLock: () => void renew(),
    onAway: () => {
      if (!store.get(isUnsavedAtom)) return
      void keep()
      void save()
    },
    onReturn: () => {
      // what could not be saved
      if (store.get(saveErrorAtom)?.kind === 'offline' || store.get(isUnsavedAtom)) void save()
    },
    onClose: () => {
      if (store.get(isUnsavedAtom)) lastWord()
      release()
    },
    onRestored: () => {
      const session = store.get(sheetSessionAtom)
      if (session) void enter(session, newName)
    },
    unsaved: () => {
      const desk = store.get(sheetSessionAtom)
      const text = store.get(isUnsavedAtom) ? getBookText(store.get) : undefined
      return desk && text !== undefined && text !== desk.saved ? { title: desk.page_title, text } : undefined
    },
  })
}

const ImportDialog = lazyComponent(async () => (await import('./import-dialog.tsx')).ImportDialog)
const ExportDialog = lazyComponent(async () => (await import('./export-dialog.tsx')).ExportDialog)

/** The save status as a single word. */
function StateWord() {
  const { t } = useTranslation('sheet')
  const state = useAtomValue(saveStatusAtom)
  const savedAt = useAtomValue(sheetSessionAtom)?.saved_at
  const canWrite = useAtomValue(canWriteAtom)
  const save = useSetAtom(saveAtom)
  const word =
    state === 'clean' ? '' : t(`state.${state}`, { time: savedAt === undefined ? '' : clockTime(new Date(savedAt)) })
  useEffect(() => {
    if (state === 'failed') announce(word)
  }, [state, word])
  if (!canWrite) return <span className={styles.state}>{t('state.readOnly')}</span>
  if (state === 'failed')
    return (
      <span className={styles.state} data-state={state}>
        <Button size="s" variant="ghost" onClick={() => void save(true)}>
          {word}
        </Button>
      </span>
    )
  return (
    <span className={styles.state} data-state={state}>
      {word}
    </span>
  )
}

/** The name of the book, its save status, and the actions on the whole book. */
function SessionBar({ title, actions }: { title: string; actions: ReactNode }) {
  const { t } = useTranslation('sheet')
  const canWrite = useAtomValue(canWriteAtom)
  const [open, setOpen] = useState<'import' | 'xlsx' | 'csv'>()
  const close = () => setOpen(undefined)
  return (
    <header className={styles.bar} data-no-print="">
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      <StateWord />
      <div className={styles.tools}>
        {canWrite && (
          <Button icon={<ImportIcon />} onClick={() => setOpen('import')}>
            {t('import.open')}
          </Button>
        )}
        <Menu
          trigger={<Button icon={<ExportIcon />}>{t('export.open')}</Button>}
          entries={[
            { id: 'xlsx', label: t('export.xlsx'), onSelect: () => setOpen('xlsx') },
            { id: 'csv', label: t('export.csv'), onSelect: () => setOpen('csv') },
          ]}
        />
        {actions}
      </div>
      <LazyBoundary>
        {open === 'import' && <ImportDialog onClose={close} />}
        {(open === 'xlsx' || open === 'csv') && <ExportDialog kind={open} title={title} onClose={close} />}
      </LazyBoundary>
    </header>
  )
}

function OpenSession({ title, actions, hit }: { title: string; actions: ReactNode; hit: string | null }) {
  const { t } = useTranslation('sheet')
  const save = useSetAtom(saveAtom)
  useSheetLifecycle()
  useShortcut('mod+s', () => isDialogOpen() || void save(true), { inFields: true, label: t('save') })
  return (
    <>
      <SessionBar title={title} actions={actions} />
      <SessionBanners />
      <GridHost hit={hit} />
      <LockAlert />
      <MergeDialog />
    </>
  )
}

/**
 * The printed view: the visible sheet in its current state, saved or not. `content` is the page's content when it was
 * read.
 */
function PrintView({ content, title }: { content: string; title: string }) {
  const store = useStore()
  const isPaper = usePrinting()
  if (!isPaper) return null
  const text = getBookText(store.get) ?? content
  const book = readBook(text)
  const shown = store.get(selectedAtom)?.sheet
  const order = [...(store.get(bufferAtom).sheets ?? [])].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const sheet = book.kind === 'book' ? book.sheets[order.findIndex(({ id }) => id === shown)] : undefined
  return (
    <>
      <h1 className={styles.onPaper}>{title}</h1>
      <SheetTable content={sheet ? JSON.stringify([sheet]) : text} title={title} />
    </>
  )
}

/** A spreadsheet editor that fills the window below the header. */
export function SheetEditor(props: {
  place: LockTarget
  title: string
  /** Returns the page when it was just read; otherwise it is read again. */
  fresh: () => ReadPage | undefined
  /** The page's content when it was read. */
  content: string
  /** Buttons for the bar: the actions allowed on the page. */
  actions: ReactNode
  /** The search words to open at. */
  hit: string | null
}) {
  const { title, actions, hit } = props
  const { t } = useTranslation('sheet')
  const entry = useAtomValue(openStateAtom)
  const enter = useSetAtom(openBookAtom)
  const leave = useSetAtom(closeBookAtom)
  const { page_id, item_id } = props.place
  const canWrite = useAtomValue(canWriteAtom)
  const place = useMemo(() => ({ page_id, item_id }), [page_id, item_id])
  const newName = t('newSheet')
  const now = useRef({ fresh: props.fresh, newName })
  useEffect(() => {
    now.current = { fresh: props.fresh, newName }
  })
  useEffect(() => {
    void enter(place, now.current.newName, false, now.current.fresh())
    return () => void leave()
  }, [enter, leave, place])
  const inside = () => {
    if (entry.state === 'open') return <OpenSession title={title} actions={actions} hit={hit} />
    if (entry.state === 'unreadable')
      return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t(`refused.${entry.why}`)} />
    if (entry.state === 'failed') {
      const { error } = entry
      const again = () => void enter(place, newName)
      return (
        <LoadError
          text={t('refused.failed')}
          message={getErrorMessage(error)}
          requestId={getRequestId(error)}
          onRetry={again}
        />
      )
    }
    return (
      <Loading onRetry={() => void enter(place, newName)}>
        <SkeletonGrid />
      </Loading>
    )
  }
  return (
    <>
      <div className={styles.desk} data-writing={canWrite || undefined}>
        {inside()}
      </div>
      <PrintView content={props.content} title={title} />
    </>
  )
}
