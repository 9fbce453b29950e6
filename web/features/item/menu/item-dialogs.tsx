import { ItemParamsDialog } from '#web/features/api-docs/form/index.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { ItemDialogState } from './atoms.ts'
import { DestructiveActionDialog } from './destructive-action-dialog.tsx'
import { LeaveItem } from './leave-item.tsx'

const form = () => import('#web/features/item/form/index.tsx')
const EditItem = lazyComponent(async () => (await form()).EditItem)
const CopyItem = lazyComponent(async () => (await form()).CopyItem)
const ImportDialog = lazyComponent(async () => (await import('#web/features/item/import/index.tsx')).ImportDialog)
const OpenApiDialog = lazyComponent(async () => (await import('#web/features/item/api-key/index.tsx')).OpenApiDialog)
const RecycleDialog = lazyComponent(
  async () => (await import('#web/features/item/recycle-bin/index.tsx')).RecycleDialog,
)
const ShareDialog = lazyComponent(async () => (await import('#web/features/item/share/index.tsx')).ShareDialog)
const MembersDialog = lazyComponent(async () => (await import('#web/features/item/members/index.tsx')).MembersDialog)
const ExportDialog = lazyComponent(async () => (await import('#web/features/item/export/index.tsx')).ExportDialog)
const ChangeLogDialog = lazyComponent(
  async () => (await import('#web/features/item/change-log/index.tsx')).ChangeLogDialog,
)

/** The open dialog of an item; each loads when first opened. */
export function ItemDialogs(props: {
  dialog: ItemDialogState
  onClose: () => void
  onChanged?: (item_domain: string) => void
}) {
  const { dialog, onClose, onChanged } = props
  const { kind, item } = dialog
  switch (kind) {
    case 'share':
      return <ShareDialog item={item} onClose={onClose} />
    case 'members':
      return <MembersDialog item={item} onClose={onClose} />
    case 'export':
      return <ExportDialog item={item} onClose={onClose} />
    case 'changeLog':
      return <ChangeLogDialog item={item} onClose={onClose} />
    case 'openApi':
      return <OpenApiDialog item={item} onClose={onClose} />
    case 'params':
      return <ItemParamsDialog item={item} onClose={onClose} />
    case 'recycle':
      return <RecycleDialog item={item} onClose={onClose} />
    case 'import':
      return <ImportDialog open item={item} onClose={onClose} />
    case 'copy':
      return <CopyItem source={item} onClose={onClose} />
    case 'leave':
      return <LeaveItem item={item} onClose={onClose} />
    case 'edit':
      return (
        <EditItem item_id={item.item_id} onClose={onClose} onSaved={({ item_domain }) => onChanged?.(item_domain)} />
      )
    default:
      return <DestructiveActionDialog kind={kind} item={item} onClose={onClose} />
  }
}
