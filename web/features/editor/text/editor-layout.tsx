import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ApiBlockHost } from '#web/features/api-docs/form/index.tsx'
import { editorHandleAtom, initialTextAtom } from '#web/features/editor/core/index.tsx'
import { onOtherWindow, useSessionLifecycle } from '#web/features/editor/session/index.ts'
import { insertImages, sourceViewAtom } from '#web/features/editor/source/index.tsx'
import { HelperHost } from '#web/features/editor/tools/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { isDialogOpen } from '#web/lib/is-dialog-open.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { useMedia } from '#web/lib/media.ts'
import { usePoll } from '#web/lib/poll.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { AttachmentIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { discardChangesAtom, saveDraftAtom } from './draft-atoms.ts'
import styles from './editor-layout.module.css'
import { lockAtom, releaseLockAtom, renewMs, takeLockAtom, watchLockAtom } from './lock.ts'
import { LockDialog } from './lock-dialog.tsx'
import { Panes } from './panes.tsx'
import { loadSavedVersionAtom, saveAtom } from './save.ts'
import { reportLockErrorAtom } from './save-error.ts'
import { closeDialogAtom, dialogAtom, isFullScreenAtom, openDialogAtom } from './screen-state.ts'
import {
  compareWithSavedAtom,
  conflictAtom,
  currentContent,
  editingSessionAtom,
  isHeldAtom,
  isSavingAtom,
  isUnsavedAtom,
  titleAtom,
  viewerPathAtom,
} from './session.ts'
import { SessionBanners } from './session-banners.tsx'
import { StatusBar } from './status-bar.tsx'
import { TextActions } from './text-actions.tsx'
import { TopBar } from './top-bar.tsx'

/** Also accepts files dropped next to the text: otherwise the browser would leave the page to open them. */
function useDrops() {
  const view = useAtomValue(sourceViewAtom)?.view
  const session = useAtomValue(editingSessionAtom)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (!view || !session) return
      void insertImages(view, [...event.dataTransfer.files], view.state.selection.main.head, session)
    },
  }
}

/** Puts the text that waits for this page into the editor, once. */
function useInitialText(): void {
  const desk = useAtomValue(editingSessionAtom)
  const surface = useAtomValue(editorHandleAtom)
  const [waiting, setWaiting] = useAtom(initialTextAtom)
  useEffect(() => {
    if (!desk || !surface || !waiting) return
    setWaiting(undefined)
    if (waiting.page_id === desk.page_id) surface.write(waiting.text)
  }, [desk, surface, waiting, setWaiting])
}

/** The actions next to the text: attachments and versions. On a phone they are in the Save menu. */
function PageActions() {
  const { t } = useTranslation('page-editor')
  const isWide = useMedia('(min-width: 640px)')
  const isNew = useAtomValue(editingSessionAtom)?.page_id === 0
  const open = useSetAtom(openDialogAtom)
  if (!isWide) return null
  const label = (words: string) => (isNew ? `${words} · ${t('tools.saveFirst')}` : words)
  return (
    <>
      <IconButton label={label(t('tools.attachments'))} disabled={isNew} onClick={() => open('attachments')}>
        <AttachmentIcon />
      </IconButton>
      <IconButton label={label(t('tools.history'))} disabled={isNew} onClick={() => open('history')}>
        <HistoryIcon />
      </IconButton>
    </>
  )
}

/** How often the editor checks who has the lock and who requests it, in ms. */
const watchMs = 10_000

/** Renews and releases the lock of the open page, and stores its text as a draft when the window is hidden or closed. */
function usePageLifecycle(): void {
  const store = useStore()
  const isHeld = useAtomValue(isHeldAtom)
  const take = useSetAtom(takeLockAtom)
  const release = useSetAtom(releaseLockAtom)
  const keep = useSetAtom(saveDraftAtom)
  const keepUnsaved = () => {
    if (store.get(isUnsavedAtom)) void keep()
  }
  useSessionLifecycle({
    id: 'page-editor',
    isHeld,
    renewMs,
    wakeMs: renewMs,
    renewLock: () => void take(),
    onAway: keepUnsaved,
    onClose: () => {
      release()
      keepUnsaved()
    },
    onRestored: () => void take(),
    unsaved: () => {
      const editing = store.get(editingSessionAtom)
      if (!editing || !store.get(isUnsavedAtom)) return undefined
      const { page_title, text } = currentContent(store.get, editing)
      return { title: page_title, text }
    },
  })
}

/**
 * Notices when another user takes over the page, requests it or revokes the right to edit, and when this user continues
 * in another window.
 */
function useLockWatch(): void {
  const store = useStore()
  const { state } = useAtomValue(lockAtom)
  const isHeld = useAtomValue(isHeldAtom)
  const watch = useSetAtom(watchLockAtom)
  const keep = useSetAtom(saveDraftAtom)
  const noteTrouble = useSetAtom(reportLockErrorAtom)
  usePoll(async () => noteTrouble(await watch()), {
    everyMs: watchMs,
    enabled: isHeld || state === 'lost' || state === 'free',
  })
  useEffect(
    () =>
      onOtherWindow((page_id) => {
        if (store.get(editingSessionAtom)?.page_id !== page_id || store.get(lockAtom).state !== 'held') return
        store.set(lockAtom, { state: 'moved' })
        void keep()
      }),
    [store, keep],
  )
}

const NotifyDialog = lazyComponent(async () => (await import('./notify-dialog.tsx')).NotifyDialog)
const OrderDialog = lazyComponent(async () => (await import('./order-dialog.tsx')).OrderDialog)
const AttachmentDrawer = lazyComponent(
  async () => (await import('#web/features/page/attachments/index.tsx')).AttachmentDrawer,
)
const HistoryDrawer = lazyComponent(async () => (await import('#web/features/page/history/index.tsx')).HistoryDrawer)
const SaveTemplateDialog = lazyComponent(
  async () => (await import('#web/features/editor/templates/index.tsx')).SaveTemplateDialog,
)

/** Shows the dialogs of the open page: notify, sort number, attachments, history, save as template. */
function EditorDialogs({ onLeave }: { onLeave: () => void }) {
  const open = useAtomValue(dialogAtom)
  const close = useSetAtom(closeDialogAtom)
  const desk = useAtomValue(editingSessionAtom)
  const surface = useAtomValue(editorHandleAtom)
  const title = useAtomValue(titleAtom)
  const takeSaved = useSetAtom(loadSavedVersionAtom)
  if (!open || !desk) return null
  const page_id = String(desk.page_id)
  const restored = () => takeSaved().catch((error: unknown) => toast.error(errorText(error)))
  return (
    <LazyBoundary>
      {open === 'notify' && <NotifyDialog onClose={close} onLeave={onLeave} />}
      {open === 'order' && <OrderDialog onClose={close} />}
      {open === 'attachments' && desk.page_id > 0 && (
        <AttachmentDrawer
          page_id={page_id}
          item_id={String(desk.item_id)}
          canEdit
          onClose={close}
          onInsert={(markdown) => surface?.insert(markdown)}
        />
      )}
      {open === 'saveTemplate' && surface && (
        <SaveTemplateDialog title={title} content={surface.read()} onClose={close} />
      )}
      {open === 'history' && desk.page_id > 0 && (
        <HistoryDrawer
          page_id={page_id}
          onClose={close}
          onRestored={() => void restored()}
          onUse={(text) => surface?.write(text)}
        />
      )}
    </LazyBoundary>
  )
}

/** Asks what to do with unsaved content. */
function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const leave = useMountedCallback(onLeave)
  const stay = useMountedCallback(onStay)
  const title = useAtomValue(titleAtom).trim() || t('title.placeholder')
  const isSaving = useAtomValue(isSavingAtom)
  const save = useSetAtom(saveAtom)
  const keep = useSetAtom(saveDraftAtom)
  const discard = useSetAtom(discardChangesAtom)
  const first = useRef<HTMLButtonElement>(null)
  const saveAndLeave = async () => {
    if (await save()) leave()
    else stay() // the banner shows the reason
  }
  const keepAndLeave = async () => {
    await keep()
    leave()
  }
  const discardAndLeave = async () => {
    await discard()
    leave()
  }
  return (
    <Dialog
      open
      compact
      onClose={onStay}
      title={t('leave.title')}
      focusFirst={first}
      footer={
        <>
          <span className={styles.apart}>
            <Button variant="ghost" onClick={() => void discardAndLeave()}>
              {t('leave.discard')}
            </Button>
          </span>
          <Button onClick={() => void keepAndLeave()}>{t('leave.keep')}</Button>
          <Button ref={first} variant="primary" busy={isSaving} onClick={() => void saveAndLeave()}>
            {t('save')}
          </Button>
        </>
      }
    >
      {t('leave.text', { title })}
    </Dialog>
  )
}

/** The full-window editor of the open page. */
export function EditorLayout() {
  const { t } = useTranslation('page-editor')
  const editingSession = useAtomValue(editingSessionAtom)
  const conflict = useAtomValue(conflictAtom)
  const compare = useSetAtom(compareWithSavedAtom)
  const save = useSetAtom(saveAtom)
  const openWindow = useSetAtom(openDialogAtom)
  const viewerPath = useSetAtom(viewerPathAtom)
  const [isLeaving, setLeaving] = useState(false)
  const isFull = useAtomValue(isFullScreenAtom)
  const drops = useDrops()
  useInitialText()
  usePageLifecycle()
  useLockWatch()
  useShortcut('mod+s', () => isDialogOpen() || void save(), { inFields: true, label: t('save') })
  useShortcut('mod+shift+s', () => isDialogOpen() || openWindow('notify'), {
    inFields: true,
    label: t('saveMenu.notify'),
  })
  const item = editingSession?.item_name ?? ''
  const title = editingSession?.saved.page_title
  const helperTitle = useAtomValue(titleAtom)
  useTitle(title ? t('windowTitle', { title, item }) : t('windowTitleNew', { item }))
  const leave = () => navigate(viewerPath(), { isBack: true })
  const back = () => (compare() ? setLeaving(true) : leave())
  return (
    <main className={styles.editor} data-full={isFull || undefined} {...drops}>
      <h1 className="visually-hidden">{t(editingSession?.page_id ? 'heading' : 'headingNew')}</h1>
      <TopBar onBack={back} />
      <TextActions>
        <PageActions />
      </TextActions>
      <SessionBanners onLeave={leave} />
      <Panes />
      <StatusBar />
      <LockDialog onRead={leave} />
      <HelperHost item_id={editingSession?.item_id ?? 0} page_id={editingSession?.page_id ?? 0} title={helperTitle} />
      <ApiBlockHost />
      <EditorDialogs onLeave={leave} />
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} />}
      {conflict && <ConflictDialog />}
    </main>
  )
}
