import { useSetAtom } from 'jotai'
import { TemplateDialog } from '#web/features/editor/templates/index.tsx'
import { insertAtom } from './helper-atoms.ts'

/** Shows the templates; one is inserted at the cursor. */
export function TemplateWindow({ item_id, onClose }: { item_id: number; onClose: () => void }) {
  const insert = useSetAtom(insertAtom)
  return <TemplateDialog item_id={String(item_id)} onInsert={(text) => insert(text)} onClose={onClose} />
}
