import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { currentPath, navigate, useLocation, useSearchParams } from '#web/lib/route.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { dialogAtom } from './dialog-atom.ts'

const NewItem = lazyComponent(async () => (await import('#web/features/item/form/index.tsx')).NewItem)
const ImportDialog = lazyComponent(async () => (await import('#web/features/item/import/index.tsx')).ImportDialog)
const ImportInto = lazyComponent(async () => (await import('#web/features/item/import/index.tsx')).ImportInto)
const CopyChoice = lazyComponent(async () => (await import('./copy-choice.tsx')).CopyChoice)
const GroupsDialog = lazyComponent(async () => (await import('#web/features/item/groups/index.tsx')).GroupsDialog)

/** The dialogs over the list. The URL may open one: `/item/add`, `?import=ID`. */
export function ListDialogs() {
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
  return (
    <LazyBoundary>
      {dialog.kind === 'new' && <NewItem item_type={dialog.item_type} onClose={close} />}
      {dialog.kind === 'copy' && <CopyChoice onClose={close} />}
      {dialog.kind === 'groups' && <GroupsDialog onClose={close} />}
      {dialog.kind === 'describe' && <ImportDialog open from="description" onClose={close} />}
      {dialog.kind === 'import' && dialog.item_id === undefined && <ImportDialog open onClose={close} />}
      {dialog.kind === 'import' && dialog.item_id && <ImportInto item_id={dialog.item_id} onClose={close} />}
    </LazyBoundary>
  )
}
