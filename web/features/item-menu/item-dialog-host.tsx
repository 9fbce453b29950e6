import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { itemDialogAtom } from './atoms.ts'

const Dialogs = later(async () => (await import('./item-dialogs.tsx')).ItemDialogs)

/**
 * Draws the dialog of an item that its menu has opened. Put it once on each screen that has such menus.
 *
 * @param props.onChanged called after the name, address or visibility of the item was saved
 */
export function ItemDialogHost({ onChanged }: { onChanged?: (item_domain: string) => void }) {
  const [dialog, setDialog] = useAtom(itemDialogAtom)
  useEffect(() => () => setDialog(null), [setDialog])
  if (!dialog) return null
  return (
    <OnDemand>
      <Dialogs dialog={dialog} onClose={() => setDialog(null)} {...(onChanged && { onChanged })} />
    </OnDemand>
  )
}
