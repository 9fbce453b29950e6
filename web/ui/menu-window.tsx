import * as Dropdown from '@radix-ui/react-dropdown-menu'
import type { ReactElement } from 'react'
import styles from './menu.module.css'
import { MenuEntries, type MenuEntry, type MenuParts } from './menu-entries.tsx'

/** What an open menu takes. */
export interface MenuWindowProps {
  trigger: ReactElement
  entries: MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top' | 'right' | 'left'
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Where the focus goes on closing, when not back to the trigger: return true after moving it. */
  onCloseFocus?: () => boolean
}

/** A menu with its trigger, loaded when the first menu is wanted. */
export function MenuWindow(props: MenuWindowProps) {
  const { trigger, entries, align = 'start', side = 'bottom', open, onOpenChange, onCloseFocus } = props
  return (
    <Dropdown.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className={styles.menu}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => {
            if (onCloseFocus?.()) event.preventDefault()
          }}
        >
          <MenuEntries parts={Dropdown as unknown as MenuParts} entries={entries} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}
