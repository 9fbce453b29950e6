import { useSetAtom } from 'jotai'
import { signInPath } from '#web/lib/route.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { addFromTemplateAtom } from './add-from-template.ts'
import { useCurrentItem } from './current-item.ts'
import { reloadFilesAtom } from './files-atom.ts'
import type { PagePanel } from './panels.ts'

const ShareDialog = lazyComponent(async () => (await import('#web/features/item/share/index.tsx')).ShareDialog)
const ExportDialog = lazyComponent(async () => (await import('#web/features/item/export/index.tsx')).ExportDialog)
const templates = () => import('#web/features/editor/templates/index.tsx')
const SaveTemplateDialog = lazyComponent(async () => (await templates()).SaveTemplateDialog)
const TemplateDialog = lazyComponent(async () => (await templates()).TemplateDialog)
const CommentDrawer = lazyComponent(async () => (await import('#web/features/page/comments/index.tsx')).CommentDrawer)
const AttachmentDrawer = lazyComponent(
  async () => (await import('#web/features/page/attachments/index.tsx')).AttachmentDrawer,
)

/** The dialogs about the current page that other features render. */
export function PagePanels({ panel, onClose }: { panel: PagePanel; onClose: () => void }) {
  const item = useCurrentItem()
  const reloadFiles = useSetAtom(reloadFilesAtom)
  const addPage = useSetAtom(addFromTemplateAtom)
  if (panel.kind === 'share') return <ShareDialog item={item.summary} page={panel.page} onClose={onClose} />
  if (panel.kind === 'export') return <ExportDialog item={item.summary} page={panel.page} onClose={onClose} />
  if (panel.kind === 'saveTemplate') {
    const { page_title, page_content } = panel.page
    return <SaveTemplateDialog title={page_title} content={page_content} onClose={onClose} />
  }
  if (panel.kind === 'fromTemplate') {
    return <TemplateDialog item_id={item.item_id} onInsert={(text) => void addPage(item, text)} onClose={onClose} />
  }
  if (panel.kind === 'comments') {
    const { page_id, writes } = panel
    return (
      <CommentDrawer
        page_id={page_id}
        isArchived={item.isArchived}
        writes={writes}
        signInPath={signInPath()}
        onClose={onClose}
      />
    )
  }
  const { page_id } = panel
  const leave = () => {
    onClose()
    void reloadFiles(page_id)
  }
  return <AttachmentDrawer page_id={page_id} item_id={item.item_id} canEdit={item.canEdit} onClose={leave} />
}
