import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react'
import { LazyBoundary, lazyComponent } from './lazy.tsx'
import type { MenuContentProps } from './menu-content.tsx'
import type { MenuEntry } from './menu-entries.tsx'
import { loadMenuContent, preloadMenuContent } from './menu-loader.ts'

export type { MenuEntry } from './menu-entries.tsx'

const MenuWindow = lazyComponent(loadMenuContent, 'first')

/** A dropdown menu under a button. Its code loads when a menu is first opened; until then only the button renders. */
export function Menu(
  props: Omit<MenuContentProps, 'trigger' | 'open' | 'onOpenChange' | 'focusFirst'> & {
    /** A Button or an IconButton. */
    trigger: ReactElement<HTMLAttributes<HTMLElement>>
    entries: MenuEntry[]
    open?: boolean
    onOpenChange?: (open: boolean) => void
  },
) {
  const { trigger, open: openOutside, onOpenChange, ...rest } = props
  const [openInside, setOpenInside] = useState(false)
  const open = openOutside ?? openInside
  const [isWanted, setIsWanted] = useState(open)
  const [byKey, setByKey] = useState(false)
  const setOpen = (next: boolean) => {
    setOpenInside(next)
    onOpenChange?.(next)
  }
  const own = trigger.props
  const openBy = (isKey: boolean) => {
    setByKey(isKey)
    setIsWanted(true)
    setOpen(true)
  }
  const alone = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      preloadMenuContent()
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      preloadMenuContent()
    },
    onClick: (event) => {
      own.onClick?.(event)
      openBy(event.detail === 0)
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event)
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      openBy(true)
    },
  })
  if (!isWanted && !open) return alone
  return (
    <LazyBoundary fallback={alone}>
      <MenuWindow {...rest} focusFirst={byKey} trigger={trigger} open={open} onOpenChange={setOpen} />
    </LazyBoundary>
  )
}
