import * as Dropdown from '@radix-ui/react-dropdown-menu'
import { type MouseEvent, type ReactElement, useLayoutEffect, useRef } from 'react'
import { href, navigate } from '#web/lib/route.ts'
import styles from './menu.module.css'
import { MenuEntries, type MenuEntry, type MenuParts } from './menu-entries.tsx'
import cut from './overflow-shadow.module.css'
import { watchColumnOverflow } from './overflow-shadow.ts'

/** The props of an open menu. */
export interface MenuContentProps {
  trigger: ReactElement
  entries: MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top' | 'right' | 'left'
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Moves the focus on closing. Return true after moving it; otherwise it returns to the trigger. */
  onCloseFocus?: () => boolean
  /** The menu was opened with a key before Radix was loaded: focus the first entry. */
  focusFirst?: boolean
}

/** Navigates in the application on a plain click on a link; with a modifier key the browser opens a tab as usual. */
function followInside(event: MouseEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return
  const address = event.target.closest('a')?.getAttribute('href')
  if (!address || !address.startsWith(href('/'))) return
  event.preventDefault()
  navigate(address.slice(href('/').length - 1))
}

function focusFirstLine(menu: HTMLElement | null): void {
  const line = menu?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')
  if (line) requestAnimationFrame(() => line.focus())
}

function openedByKey(menu: HTMLElement | null) {
  focusFirstLine(menu)
  return watchColumnOverflow(menu)
}

/** A menu with its trigger; loaded when a menu is first opened. */
export function MenuContent(props: MenuContentProps) {
  const { trigger, entries, align = 'start', side = 'bottom', open, onOpenChange, onCloseFocus, focusFirst } = props
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // This button replaces the one that was pressed and had the focus. Focus it, so that a dialog opened by an entry
    // can return the focus here.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && button.current && button.current.tabIndex >= 0) button.current.focus()
  }, [])
  return (
    <Dropdown.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Dropdown.Trigger asChild ref={button}>
        {trigger}
      </Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className={`${styles.menu} ${cut.column}`}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          ref={focusFirst ? openedByKey : watchColumnOverflow}
          onClick={followInside}
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
