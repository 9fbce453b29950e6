import { type HTMLAttributes, type ReactElement, useState } from 'react'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import type { MenuItem } from './item.ts'
import { useItemMenu } from './use-item-menu.tsx'

/** The menu of an item under a button. `ItemDialogHost` renders its dialogs. */
export function ItemMenuButton(props: {
  item: MenuItem
  /** A Button or an IconButton. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  align?: 'start' | 'end'
  /** The item is already open. */
  isOpen?: boolean
  /** Returns additional entries of the caller. */
  own?: () => MenuEntry[]
  /** Starts open. */
  startsOpen?: boolean
}) {
  const { item, trigger, align = 'end', isOpen = false, own, startsOpen = false } = props
  const [open, setOpen] = useState(startsOpen)
  const entriesOf = useItemMenu(item, isOpen)
  // A list has hundreds of these buttons, so entries are created only for the open menu.
  const entries = open ? entriesOf(own?.() ?? []) : []
  return <Menu align={align} trigger={trigger} entries={entries} open={open} onOpenChange={setOpen} />
}
