import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { openHelperAtom } from './helper-atoms.ts'
import { PasteBar } from './paste/paste-bar.tsx'

const JsonTableDialog = lazyComponent(async () => (await import('./json/json-table-dialog.tsx')).JsonTableDialog)
const JsonFormatDialog = lazyComponent(async () => (await import('./json/json-format-dialog.tsx')).JsonFormatDialog)
const SqlDialog = lazyComponent(async () => (await import('./sql/sql-dialog.tsx')).SqlDialog)
const TableDialog = lazyComponent(async () => (await import('./paste/table-dialog.tsx')).TableDialog)
const TemplateWindow = lazyComponent(async () => (await import('./template-window.tsx')).TemplateWindow)
const CommentsDialog = lazyComponent(async () => (await import('./comments/comments-dialog.tsx')).CommentsDialog)
const MockDialog = lazyComponent(async () => (await import('./mock/mock-dialog.tsx')).MockDialog)
const AiDrawer = lazyComponent(async () => (await import('./ai/ai-drawer.tsx')).AiDrawer)
const AttachmentWindow = lazyComponent(async () => (await import('./attachment-window.tsx')).AttachmentWindow)
const PageLinkDialog = lazyComponent(async () => (await import('./link/page-link-dialog.tsx')).PageLinkDialog)

/** What the helpers know about the edited page. */
export interface HelperHostProps {
  item_id: number
  /** 0 until a new page is saved. */
  page_id: number
  title: string
}

/** Shows the dialog of the open helper, and the notice about the last paste. */
export function HelperHost({ item_id, page_id, title }: HelperHostProps) {
  const [name, setName] = useAtom(openHelperAtom)
  const close = () => setName(undefined)
  useEffect(() => () => setName(undefined), [setName])
  return (
    <>
      <PasteBar />
      {name && (
        <LazyBoundary key={name}>
          {name === 'jsonTable' && <JsonTableDialog onClose={close} />}
          {name === 'jsonFormat' && <JsonFormatDialog layout={2} onClose={close} />}
          {name === 'jsonCompact' && <JsonFormatDialog layout="compact" onClose={close} />}
          {name === 'sql' && <SqlDialog onClose={close} />}
          {name === 'table' && <TableDialog onClose={close} />}
          {name === 'template' && <TemplateWindow item_id={item_id} onClose={close} />}
          {name === 'comments' && <CommentsDialog item_id={item_id} onClose={close} />}
          {name === 'mock' && <MockDialog item_id={item_id} page_id={page_id} onClose={close} />}
          {name === 'ai' && <AiDrawer title={title} onClose={close} />}
          {name === 'attachment' && <AttachmentWindow item_id={item_id} page_id={page_id} onClose={close} />}
          {name === 'link' && <PageLinkDialog item_id={item_id} onClose={close} />}
        </LazyBoundary>
      )}
    </>
  )
}
