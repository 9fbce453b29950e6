import { useAtomValue, useSetAtom } from 'jotai'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { errorText } from '#web/lib/lazy-text.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { toast } from '#web/ui/toast.ts'
import { closeDialogAtom, dialogAtom } from './dialogs.ts'
import { loadSavedVersionAtom } from './save.ts'
import { editingSessionAtom, titleAtom } from './session.ts'

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
export function EditorDialogs({ onLeave }: { onLeave: () => void }) {
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
