import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { itemDialogAtom } from './atoms.ts'

const Dialogs = lazyComponent(async () => (await import('./item-dialogs.tsx')).ItemDialogs)

/**
 * Renders the item dialog that the menu has opened. Put it once on each screen with such menus.
 *
 * @param props.onChanged called after the name, address or visibility of the item was saved
 */
export function ItemDialogHost({ onChanged }: { onChanged?: (item_domain: string) => void }) {
  const [dialog, setDialog] = useAtom(itemDialogAtom)
  useEffect(() => () => setDialog(null), [setDialog])
  if (!dialog) return null
  return (
    <LazyBoundary>
      <Dialogs dialog={dialog} onClose={() => setDialog(null)} {...(onChanged && { onChanged })} />
    </LazyBoundary>
  )
}
