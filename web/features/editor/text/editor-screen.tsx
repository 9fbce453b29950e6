import { useAtomValue, useSetAtom } from 'jotai'
import { type DragEvent, useState } from 'react'
import { ApiBlockHost } from '#web/features/api-docs/form/index.tsx'
import { sourceViewAtom, useImages } from '#web/features/editor/source/index.tsx'
import { HelperHost } from '#web/features/editor/tools/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { isDialogOpen } from '#web/lib/open-dialog.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { Banners } from './banners.tsx'
import { conflictAtom } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { openDialogAtom } from './dialogs.ts'
import { EditorDialogs } from './editor-dialogs.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { PageActions } from './page-actions.tsx'
import styles from './page-editor.module.css'
import { isFullScreenAtom } from './pane-atoms.ts'
import { Panes } from './panes.tsx'
import { saveAtom } from './save.ts'
import { compareWithSavedAtom, editingSessionAtom, titleAtom, viewerPathAtom } from './session.ts'
import { StatusBar } from './status-bar.tsx'
import { TextActions } from './text-actions.tsx'
import { TopBar } from './top-bar.tsx'
import { useLockRenewal, useLockWatch, useUnsavedGuard } from './use-editor-guards.ts'
import { useInitialText } from './use-initial-text.ts'

/** Also accepts files dropped next to the text: otherwise the browser would leave the page to open them. */
function useDrops() {
  const view = useAtomValue(sourceViewAtom)?.view
  const desk = useAtomValue(editingSessionAtom)
  const addImages = useImages(desk?.item_id ?? 0, desk?.page_id ?? 0)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (view) addImages(view, [...event.dataTransfer.files], view.state.selection.main.head)
    },
  }
}

/** The full-window editor of the open page. */
export function EditorScreen() {
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
  useLockRenewal()
  useUnsavedGuard()
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
