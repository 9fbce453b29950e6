import { useAtomValue, useSetAtom } from 'jotai'
import { surfaceAtom } from '#web/features/writing/index.tsx'
import { saidOf } from '#web/lib/said.ts'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { toast } from '#web/ui/toast.ts'
import { deskAtom, titleAtom } from './desk.ts'
import { takeSavedAtom } from './save.ts'
import { closeWindowAtom, windowAtom } from './windows.ts'

const NotifyDialog = later(async () => (await import('./notify-dialog.tsx')).NotifyDialog)
const OrderDialog = later(async () => (await import('./order-dialog.tsx')).OrderDialog)
const AttachmentDrawer = later(async () => (await import('#web/features/attachment/index.tsx')).AttachmentDrawer)
const HistoryDrawer = later(async () => (await import('#web/features/page-history/index.tsx')).HistoryDrawer)
const SaveTemplateDialog = later(async () => (await import('#web/features/template/index.tsx')).SaveTemplateDialog)

/** The windows of the open page: whom to notify, its place, its attachments, its history, its text as a template. */
export function EditorWindows({ onLeave }: { onLeave: () => void }) {
  const open = useAtomValue(windowAtom)
  const close = useSetAtom(closeWindowAtom)
  const desk = useAtomValue(deskAtom)
  const surface = useAtomValue(surfaceAtom)
  const title = useAtomValue(titleAtom)
  const takeSaved = useSetAtom(takeSavedAtom)
  if (!open || !desk) return null
  const page_id = String(desk.page_id)
  const restored = () => takeSaved().catch((error: unknown) => toast.error(saidOf(error)))
  return (
    <OnDemand>
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
    </OnDemand>
  )
}
