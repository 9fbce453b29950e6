import * as Context from '@radix-ui/react-context-menu'
import type { ReactElement } from 'react'
import styles from './menu.module.css'
import { MenuEntries, type MenuEntry, type MenuParts } from './menu-entries.tsx'

/** A menu at the pointer: right click, Shift+F10 or a long press on the element inside. */
export function ContextMenu(props: {
  entries: MenuEntry[]
  onOpenChange?: (open: boolean) => void
  /** One element that takes a ref. */
  children: ReactElement
}) {
  const { entries, onOpenChange, children } = props
  return (
    <Context.Root modal={false} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Context.Trigger asChild>{children}</Context.Trigger>
      <Context.Portal>
        <Context.Content className={styles.menu} collisionPadding={8} loop>
          <MenuEntries parts={Context as unknown as MenuParts} entries={entries} />
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  )
}
