import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react'
import { LazyBoundary, lazyComponent } from './lazy.tsx'
import styles from './menu.module.css'
import type { MenuEntry } from './menu-entries.tsx'
import { loadMenuContent } from './menu-loader.ts'
import { useDelay } from './use-delay.ts'
import { useFocusReturn } from './use-focus-return.ts'

const MenuWindow = lazyComponent(loadMenuContent, 'first')

// How long a touch opens the menu, in ms; browsers that send `contextmenu` themselves are quicker.
const longPressMs = 700

/** A menu at the pointer: opens on right click, Shift+F10 or a long press on the child element. */
export function ContextMenu(props: {
  /** Undefined while loading: a menu opened before then appears once the entries are there. */
  entries: MenuEntry[] | undefined
  onOpenChange?: (open: boolean) => void
  /** One element that passes event handlers to the DOM. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}) {
  const { entries, onOpenChange, children } = props
  const [place, setPlace] = useState<{ left: number; top: number } | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const press = useDelay()
  const focus = useFocusReturn()
  const setOpen = (next: boolean) => {
    setIsOpen(next)
    onOpenChange?.(next)
  }
  const openAt = (left: number, top: number) => {
    press.cancel()
    focus.remember()
    setPlace({ left, top })
    setOpen(true)
  }
  const own = children.props
  return (
    <>
      {cloneElement(children, {
        onContextMenu: (event) => {
          own.onContextMenu?.(event)
          event.preventDefault()
          openAt(event.clientX, event.clientY)
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          const { pointerType, clientX, clientY } = event
          press.cancel()
          if (isOpen && !entries) setOpen(false) // the user moved on before the entries loaded
          if (pointerType !== 'mouse') press.start(() => openAt(clientX, clientY), longPressMs)
        },
        onPointerMove: (event) => {
          own.onPointerMove?.(event)
          press.cancel()
        },
        onPointerUp: (event) => {
          own.onPointerUp?.(event)
          press.cancel()
        },
        onPointerCancel: (event) => {
          own.onPointerCancel?.(event)
          press.cancel()
        },
      })}
      {place && entries && (
        <LazyBoundary>
          <MenuWindow
            // Another position makes another menu: an open menu follows the pointer.
            key={`${place.left},${place.top}`}
            trigger={<button type="button" tabIndex={-1} aria-hidden="true" className={styles.point} style={place} />}
            entries={entries}
            open={isOpen}
            onOpenChange={setOpen}
            onCloseFocus={() => {
              focus.restore()
              return true
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}
