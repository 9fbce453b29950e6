import { useAtomValue, useSetAtom } from 'jotai'
import { type DragEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { Banners } from './banners.tsx'
import { conflictAtom } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { compareAtom, deskAtom } from './desk.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import styles from './page-editor.module.css'
import { Panes } from './panes.tsx'
import { saveAtom } from './save.ts'
import { sourceViewAtom } from './source-atoms.ts'
import { StatusBar } from './status-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { TopBar } from './top-bar.tsx'
import { useLockKeeper, useUnsavedGuard } from './use-editor-guards.ts'
import { useImages } from './use-images.ts'

const isDialogOpen = () => document.querySelector('[role=dialog],[role=alertdialog]') !== null

/** Takes files dropped beside the text too: without that the browser would leave the page for them. */
function useDrops() {
  const view = useAtomValue(sourceViewAtom)?.view
  const addImages = useImages()
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
  const [isLeaving, setLeaving] = useState(false)
  const drops = useDrops()
  useLockKeeper()
  useUnsavedGuard()
  useShortcut('mod+s', () => isDialogOpen() || void save(), { inFields: true, label: t('save') })
  const item = desk?.item_name ?? ''
  const title = desk?.saved.page_title
  useTitle(title ? t('windowTitle', { title, item }) : t('windowTitleNew', { item }))
  const leave = () => {
    const page = desk?.page_id ? `/${desk.page_id}` : ''
    navigate(`/${desk?.item_ref ?? ''}${page}`)
  }
  const back = () => (compare() ? setLeaving(true) : leave())
  return (
    <main className={styles.editor} {...drops}>
      <h1 className="visually-hidden">{t(desk?.page_id ? 'heading' : 'headingNew')}</h1>
      <TopBar onBack={back} />
      <div className={styles.tools}>
        <ModeSwitch />
        <Toolbar />
      </div>
      <Banners />
      <Panes />
      <StatusBar />
      <LockDialog onRead={leave} />
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} />}
      {conflict && <ConflictDialog />}
    </main>
  )
}
