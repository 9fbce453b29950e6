import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'
import { positionPopover, type Side } from './popover-position.ts'
import styles from './tooltip.module.css'
import { useDelay } from './use-delay.ts'

// The hover delay before a tooltip appears, and the time after one tooltip in which the next appears without it, in ms.
const restMs = 400
const nextMs = 200
const last = { hiddenAt: 0 }

/** A text that appears next to a control on hover and focus. The control needs its own accessible name. */
export function Tooltip(props: {
  text: ReactNode
  /** Shown as key caps after the text. */
  shortcut?: string
  side?: Side
  /** One element that passes event handlers to the DOM. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}) {
  const { text, shortcut, side = 'bottom', children } = props
  const [anchor, setAnchor] = useState<HTMLElement | undefined>()
  const rest = useDelay()
  const hide = () => {
    rest.cancel()
    if (anchor) last.hiddenAt = Date.now()
    setAnchor(undefined)
  }
  const showSoon = (element: HTMLElement) => {
    rest.start(() => setAnchor(element), Date.now() - last.hiddenAt < nextMs ? 0 : restMs)
  }
  const own = children.props
  // What the control has opened says more than its name, and would be under the tooltip.
  const hasOpened = own['aria-haspopup'] !== undefined && String(own['aria-expanded']) === 'true'
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') showSoon(event.currentTarget)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          hide()
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.target.matches(':focus-visible')) setAnchor(event.currentTarget)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          hide()
        },
        onKeyDown: (event) => {
          own.onKeyDown?.(event)
          if (event.key === 'Escape') hide()
        },
      })}
      {anchor &&
        !hasOpened &&
        createPortal(<Words anchor={anchor} side={side} text={text} shortcut={shortcut} />, document.body)}
    </>
  )
}

function Words(props: { anchor: HTMLElement; side: Side; text: ReactNode; shortcut: string | undefined }) {
  const { anchor, side, text, shortcut } = props
  return (
    <div
      role="tooltip"
      className={styles.tooltip}
      ref={(box) => {
        if (box) positionPopover(box, anchor.getBoundingClientRect(), side)
      }}
    >
      {text}
      {shortcut && <Kbd keys={shortcut} />}
    </div>
  )
}
