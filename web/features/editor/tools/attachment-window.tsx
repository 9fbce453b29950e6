import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { AttachmentDrawer } from '#web/features/page/attachments/index.tsx'
import { localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import { insertAtom } from './helper-atoms.ts'

/** Shows the attachments of the page; each can be inserted into the text. */
export function AttachmentWindow(props: { item_id: number; page_id: number; onClose: () => void }) {
  const { item_id, page_id, onClose } = props
  const insert = useSetAtom(insertAtom)
  return (
    <AttachmentDrawer
      item_id={String(item_id)}
      page_id={String(page_id)}
      canEdit
      onClose={onClose}
      onInsert={(markdown) => {
        onClose()
        insert(markdown)
        toast.ok(localized(() => i18next.t('page-helpers:attachment.inserted')))
      }}
    />
  )
}
