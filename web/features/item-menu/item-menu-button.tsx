import { type HTMLAttributes, type ReactElement, useState } from 'react'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import type { MenuItem } from './item.ts'
import { useItemMenu } from './use-item-menu.tsx'

/** The menu of an item under a button. Its dialogs are drawn by `ItemDialogHost`. */
export function ItemMenuButton(props: {
  item: MenuItem
  /** A Button or an IconButton. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  align?: 'start' | 'end'
  /** The item is on show already. */
  isOpen?: boolean
  /** Entries of the caller's own. */
  own?: () => MenuEntry[]
  /** Is open from the beginning. */
  startsOpen?: boolean
}) {
  const { item, trigger, align = 'end', isOpen = false, own, startsOpen = false } = props
  const [open, setOpen] = useState(startsOpen)
  const entriesOf = useItemMenu(item, isOpen)
  // a list has hundreds of these: the lines are made for the menu that is open
  const entries = open ? entriesOf(own?.() ?? []) : []
  return <Menu align={align} trigger={trigger} entries={entries} open={open} onOpenChange={setOpen} />
}
