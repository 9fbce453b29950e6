import {
  cloneElement,
  type HTMLAttributes,
  lazy,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'
import { chain } from './chain.ts'
import styles from './menu.module.css'
import type { MenuEntry } from './menu-entries.tsx'
import { loadMenuWindow } from './menu-load.ts'
import { OnDemand } from './on-demand.tsx'

const MenuWindow = lazy(loadMenuWindow)

// How long a finger rests for the menu, in ms; browsers that send `contextmenu` themselves are quicker.
const longPressMs = 700

/** A menu at the pointer: right click, Shift+F10 or a long press on the element inside. */
export function ContextMenu(props: {
  entries: MenuEntry[]
  onOpenChange?: (open: boolean) => void
  /** One element that passes handlers on to the page. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}) {
  const { entries, onOpenChange, children } = props
  const [place, setPlace] = useState<{ left: number; top: number } | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const press = useRef<number | undefined>(undefined)
  const former = useRef<Element | null>(null)
  const cancelPress = () => window.clearTimeout(press.current)
  useEffect(() => () => window.clearTimeout(press.current), [])
  const setOpen = (next: boolean) => {
    setIsOpen(next)
    onOpenChange?.(next)
  }
  const openAt = (left: number, top: number) => {
    cancelPress()
    former.current = document.activeElement
    setPlace({ left, top })
    setOpen(true)
  }
  const own = children.props
  return (
    <>
      {cloneElement(children, {
        onContextMenu: chain(own.onContextMenu, (event) => {
          event.preventDefault()
          openAt(event.clientX, event.clientY)
        }),
        onPointerDown: chain(own.onPointerDown, (event: PointerEvent<HTMLElement>) => {
          const { pointerType, clientX, clientY } = event
          cancelPress()
          if (pointerType !== 'mouse') press.current = window.setTimeout(() => openAt(clientX, clientY), longPressMs)
        }),
        onPointerMove: chain(own.onPointerMove, cancelPress),
        onPointerUp: chain(own.onPointerUp, cancelPress),
        onPointerCancel: chain(own.onPointerCancel, cancelPress),
      })}
      {place && (
        <OnDemand>
          <MenuWindow
            // Another place is another menu: what is open follows the pointer.
            key={`${place.left},${place.top}`}
            trigger={<button type="button" tabIndex={-1} aria-hidden="true" className={styles.point} style={place} />}
            entries={entries}
            open={isOpen}
            onOpenChange={setOpen}
            onCloseFocus={() => {
              if (former.current instanceof HTMLElement) former.current.focus()
              return true
            }}
          />
        </OnDemand>
      )}
    </>
  )
}
