import i18next from 'i18next'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ApiBlockHost } from '#web/features/api-docs/form/index.tsx'
import { editorHandleAtom, initialTextAtom } from '#web/features/editor/core/index.tsx'
import { clockTime, DraftOfferBanner } from '#web/features/editor/session/index.ts'
import { detectLineEnds, insertImages, sourceViewAtom } from '#web/features/editor/source/index.tsx'
import { HelperHost } from '#web/features/editor/tools/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { isDialogOpen } from '#web/lib/is-dialog-open.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useMedia } from '#web/lib/media.ts'
import { useOnline } from '#web/lib/online.ts'
import { useFetch } from '#web/lib/query.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AttachmentIcon, HistoryIcon, OfflineIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { toast } from '#web/ui/toast.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { CompareLoading } from './compare-loading.tsx'
import { readComparison } from './comparison.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { closeDialogAtom, dialogAtom, openDialogAtom } from './dialogs.ts'
import {
  discardChangesAtom,
  discardOfferedDraftAtom,
  offeredDraftAtom,
  restoreDraftAtom,
  saveDraftAtom,
} from './draft-atoms.ts'
import styles from './editor-layout.module.css'
import { lockAtom } from './lock.ts'
import { LockBanner, LockRequestBanner } from './lock-banner.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { isFullScreenAtom } from './pane-atoms.ts'
import { Panes } from './panes.tsx'
import { loadSavedVersionAtom, saveAtom } from './save.ts'
import { PageSaveError } from './save-error-banner.tsx'
import { serverKey } from './server-draft.ts'
import {
  compareWithSavedAtom,
  conflictAtom,
  draftStateAtom,
  editingSessionAtom,
  isSavingAtom,
  saveErrorAtom,
  titleAtom,
  viewerPathAtom,
} from './session.ts'
import { StatusBar } from './status-bar.tsx'
import { TextActions } from './text-actions.tsx'
import { TopBar } from './top-bar.tsx'
import { useLockWatch, usePageLifecycle } from './use-editor-guards.ts'

/** Also accepts files dropped next to the text: otherwise the browser would leave the page to open them. */
function useDrops() {
  const view = useAtomValue(sourceViewAtom)?.view
  const desk = useAtomValue(editingSessionAtom)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (!view || !desk) return
      void insertImages(view, [...event.dataTransfer.files], view.state.selection.main.head, desk)
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

/** Shows the offered draft next to the text of the editor, and puts the merged text into the editor. */
function DraftCompare({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('page-editor')
  const desk = useAtomValue(editingSessionAtom)
  const offer = useAtomValue(offeredDraftAtom)
  const restore = useSetAtom(restoreDraftAtom)
  const marks = { mine: t('merge.useDraft'), theirs: t('merge.page') }
  const [read, again] = useFetch(offer?.key ?? '', (signal) =>
    readComparison({ base: undefined, mine: offer?.text ?? '', theirs: desk?.saved.text ?? '', marks }, signal),
  )
  if (!desk || !offer) return null
  const apply = (text: string) => {
    void restore(text.replaceAll('\n', detectLineEnds(offer.text).main))
    onClose()
    return undefined
  }
  if (!read || 'error' in read) {
    const title = t('merge.draftTitle')
    return <CompareLoading title={title} note={t('merge.draftText')} read={read} onRetry={again} onClose={onClose} />
  }
  return (
    <CompareDialog
      compared={read.value}
      marks={marks}
      title={t('merge.draftTitle')}
      note={t('merge.draftText')}
      theirs={{ label: t('merge.page'), text: desk.saved.text, use: t('merge.usePage') }}
      mine={{
        label: t('merge.draft', { time: clockTime(new Date(offer.at)) }),
        text: offer.text,
        use: t('merge.useDraft'),
      }}
      start={offer.text}
      action={t('merge.apply')}
      onAction={apply}
      onClose={onClose}
    />
  )
}

/** Offers a draft that differs from the page, until the user decides about it. */
function DraftOffer() {
  const { t } = useTranslation('page-editor')
  const offer = useAtomValue(offeredDraftAtom)
  const restore = useSetAtom(restoreDraftAtom)
  const discard = useSetAtom(discardOfferedDraftAtom)
  const [isCompared, setCompared] = useState(false)
  if (!offer) return null
  const restored = () => {
    void restore()
    toast.ok(localized(() => i18next.t('page-editor:draft.restored')))
  }
  return (
    <>
      <DraftOfferBanner
        labels={{ restore: t('draft.restore'), compare: t('compare'), discard: t('draft.discard') }}
        onRestore={restored}
        onCompare={() => setCompared(true)}
        onDiscard={() => void discard()}
      >
        {t(offer.key === serverKey ? 'draft.offerServer' : 'draft.offer', { time: clockTime(new Date(offer.at)) })}
      </DraftOfferBanner>
      {isCompared && <DraftCompare onClose={() => setCompared(false)} />}
    </>
  )
}

/** Shows the notices above the editor: a draft, no network, a lost lock, a request for the page, a failed save. */
function Banners({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const isOnline = useOnline()
  const draft = useAtomValue(draftStateAtom)
  const problem = useAtomValue(saveErrorAtom)
  const lock = useAtomValue(lockAtom)
  return (
    <>
      {!isOnline && (
        <Banner icon={<OfflineIcon />} flush>
          {t('problem.offlineNow')}
        </Banner>
      )}
      <DraftOffer />
      <LockRequestBanner onLeave={onLeave} />
      <LockBanner />
      {/* the lock banner already says what saving a page that another user edits leads to */}
      {!(problem?.kind === 'locked' && lock.state === 'lost') && <PageSaveError />}
      {draft === 'refused' && (
        <Banner tone="warn" flush>
          {t('draft.refused')}
        </Banner>
      )}
    </>
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
  const desk = useAtomValue(editingSessionAtom)
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
  const item = desk?.item_name ?? ''
  const title = desk?.saved.page_title
  const helperTitle = useAtomValue(titleAtom)
  useTitle(title ? t('windowTitle', { title, item }) : t('windowTitleNew', { item }))
  const leave = () => navigate(viewerPath(), { isBack: true })
  const back = () => (compare() ? setLeaving(true) : leave())
  return (
    <main className={styles.editor} data-full={isFull || undefined} {...drops}>
      <h1 className="visually-hidden">{t(desk?.page_id ? 'heading' : 'headingNew')}</h1>
      <TopBar onBack={back} />
      <TextActions>
        <PageActions />
      </TextActions>
      <Banners onLeave={leave} />
      <Panes />
      <StatusBar />
      <LockDialog onRead={leave} />
      <HelperHost item_id={desk?.item_id ?? 0} page_id={desk?.page_id ?? 0} title={helperTitle} />
      <ApiBlockHost />
      <EditorDialogs onLeave={leave} />
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} />}
      {conflict && <ConflictDialog />}
    </main>
  )
}
