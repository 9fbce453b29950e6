import { useAtomValue, useSetAtom } from 'jotai'
import { type DragEvent, useState } from 'react'
import { ApiBlockHost } from '#web/features/api-page/index.tsx'
import { HelperHost } from '#web/features/page-helpers/index.tsx'
import { sourceViewAtom, useImages } from '#web/features/source-editor/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { isDialogOpen } from '#web/lib/open-dialog.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { Banners } from './banners.tsx'
import { conflictAtom } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { compareAtom, deskAtom, titleAtom, viewerPathAtom } from './desk.ts'
import { EditorWindows } from './editor-windows.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import styles from './page-editor.module.css'
import { PageTools } from './page-tools.tsx'
import { isFullScreenAtom } from './pane-atoms.ts'
import { Panes } from './panes.tsx'
import { saveAtom } from './save.ts'
import { StatusBar } from './status-bar.tsx'
import { TextTools } from './text-tools.tsx'
import { TopBar } from './top-bar.tsx'
import { useBeginWith } from './use-begin-with.ts'
import { useLockKeeper, useLockWatch, useUnsavedGuard } from './use-editor-guards.ts'
import { openWindowAtom } from './windows.ts'

/** Takes files dropped beside the text too: without that the browser would leave the page for them. */
function useDrops() {
  const view = useAtomValue(sourceViewAtom)?.view
  const desk = useAtomValue(deskAtom)
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

/** The editor over the whole window, for the page that lies open. */
export function EditorScreen() {
  const { t } = useTranslation('page-editor')
  const desk = useAtomValue(deskAtom)
  const conflict = useAtomValue(conflictAtom)
  const compare = useSetAtom(compareAtom)
  const save = useSetAtom(saveAtom)
  const openWindow = useSetAtom(openWindowAtom)
  const viewerPath = useSetAtom(viewerPathAtom)
  const [isLeaving, setLeaving] = useState(false)
  const isFull = useAtomValue(isFullScreenAtom)
  const drops = useDrops()
  useBeginWith()
  useLockKeeper()
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
      <TextTools>
        <PageTools />
      </TextTools>
      <Banners onLeave={leave} />
      <Panes />
      <StatusBar />
      <LockDialog onRead={leave} />
      <HelperHost item_id={desk?.item_id ?? 0} page_id={desk?.page_id ?? 0} title={helperTitle} />
      <ApiBlockHost />
      <EditorWindows onLeave={leave} />
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} />}
      {conflict && <ConflictDialog />}
    </main>
  )
}
