import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useEffect } from 'react'
import { ImportDialog } from '#web/features/import/index.tsx'
import { currentPath, navigate, useLocation, useSearchParams } from '#web/lib/route.ts'
import { itemsAtom } from './atoms.ts'
import { DeleteItem } from './delete-item.tsx'
import { dialogAtom } from './dialog-atom.ts'
import { EditItem } from './edit-item.tsx'
import { NewItem } from './new-item.tsx'

function ImportInto({ item_id, onClose }: { item_id: string; onClose: () => void }) {
  const loaded = useAtomValue(itemsAtom)
  const item = 'items' in loaded ? loaded.items.find((one) => one.item_id === item_id) : undefined
  return <ImportDialog open onClose={onClose} {...(item && { item })} />
}

/** The dialogs over the list. The address may open one: `/item/add`, `?import=ID`. */
export function ItemDialogs() {
  const [dialog, setDialog] = useAtom(dialogAtom)
  const [path] = useLocation()
  const [query] = useSearchParams()
  const wanted = query.get('import')
  const adds = path === '/item/add'
  useEffect(() => {
    if (adds) setDialog({ kind: 'new', item_type: '0' })
    else if (wanted !== null) setDialog({ kind: 'import', ...(wanted && { item_id: wanted }) })
  }, [adds, wanted, setDialog])
  useEffect(() => () => setDialog(null), [setDialog])
  const close = () => {
    setDialog(null)
    if (/^\/item\/add|[?&]import=/.test(currentPath())) navigate('/item/index', { replace: true })
  }
  if (dialog === null) return null
  if (dialog.kind === 'new') return <NewItem item_type={dialog.item_type} onClose={close} />
  if (dialog.kind === 'delete') return <DeleteItem item={dialog.item} onClose={close} />
  if (dialog.kind === 'import' && dialog.item_id === undefined) return <ImportDialog open onClose={close} />
  return (
    <Suspense>
      {dialog.kind === 'edit' && <EditItem item={dialog.item} onClose={close} />}
      {dialog.kind === 'import' && dialog.item_id && <ImportInto item_id={dialog.item_id} onClose={close} />}
    </Suspense>
  )
}
