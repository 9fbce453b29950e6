import type { EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { type ComponentProps, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { positionPopover, type Side } from '#web/ui/popover-position.ts'
import styles from './menus.module.css'
import { findFreePosition, findNearbyText, getBottomPosition } from './popover-position.ts'

/** Returns the position of a text range in the window. */
export function getTextRect(view: EditorView, from: number, to = from): DOMRect {
  const start = view.coordsAtPos(from)
  const end = to === from ? start : view.coordsAtPos(to, -1)
  const left = Math.min(start.left, end.left)
  return new DOMRect(left, start.top, Math.max(1, Math.max(start.right, end.right) - left), end.bottom - start.top)
}

const scrolls = (node: Element) => /auto|scroll/.test(window.getComputedStyle(node).overflowY)

/** Returns the part of the window in which the editor shows its text. */
export function getEditorBounds(view: EditorView): { top: number; bottom: number } {
  let node: Element | null = view.dom
  while (node && !scrolls(node)) node = node.parentElement
  const { top, bottom } = node?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight }
  const seen = window.visualViewport // without the part covered by an on-screen keyboard
  const end = seen ? seen.offsetTop + seen.height : window.innerHeight
  return { top: Math.max(0, top), bottom: Math.min(window.innerHeight, end, bottom) }
}

/**
 * A box next to a position of the text; hidden while that is scrolled out of view. Each rendering positions it again.
 */
export function Floating(
  props: ComponentProps<'div'> & {
    view: EditorView
    anchor: () => DOMRect
    side?: Side
    align?: 'start' | 'center'
    /** Above or below the anchor, wherever it covers no text. */
    isClear?: boolean
    /** A bar at the bottom of the text, which covers nothing next to the anchor. */
    isFoot?: boolean
  },
) {
  const { view, anchor, side = 'top', align = 'center', isClear, isFoot: isFooter, ...rest } = props
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    const rect = anchor()
    const room = getEditorBounds(view)
    node.style.visibility = rect.bottom < room.top || rect.top > room.bottom ? 'hidden' : 'visible'
    // for a long selection, uses its visible part
    const top = Math.max(rect.top, room.top)
    const bottom = Math.min(rect.bottom, room.bottom)
    const width = align === 'start' ? node.getBoundingClientRect().width : rect.width
    const neighbour = new DOMRect(rect.left, top, width, Math.max(0, bottom - top))
    if (!isClear && !isFooter) return positionPopover(node, neighbour, side)
    const space = { width: document.documentElement.clientWidth, height: room.bottom }
    const overText = new DOMRect(0, 0, space.width, room.top)
    const size = { width: node.offsetWidth, height: node.offsetHeight }
    const free = isFooter
      ? getBottomPosition(size, neighbour, { ...space, top: room.top })
      : findFreePosition(size, neighbour, space, [overText, ...findNearbyText(view.dom, neighbour)])
    node.style.left = `${free.left}px`
    node.style.top = `${free.top}px`
  })
  return (
    <div
      ref={box}
      {...rest}
      className={`${styles.floating} ${rest.className ?? ''}`}
      data-foot={isFooter ? '' : undefined}
      data-no-print=""
    />
  )
}

/** Keeps the focus, and with it the selection, in the text when a button is pressed. */
export const preventBlur = (event: { preventDefault: () => void }): void => event.preventDefault()

/** Notifies React of changes of an editor: its text, its selection, its scroll position, its focus. */
export class Signal {
  readonly #listeners = new Set<() => void>()
  #version = 0
  #frame = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): number => this.#version

  /** Notifies before the next frame, once for many changes. */
  readonly emit = (): void => {
    if (this.#frame !== 0) return
    this.#frame = window.requestAnimationFrame(() => {
      this.#frame = 0
      this.#version += 1
      for (const listener of this.#listeners) listener()
    })
  }

  stop(): void {
    window.cancelAnimationFrame(this.#frame)
    this.#listeners.clear()
  }
}

/** The props of every menu of visual mode. */
export interface MenuProps {
  view: EditorView
  signal: Signal
}

/**
 * Renders the component again when the editor changes, as long as the change `concerns` it. Rendering delays a
 * keystroke: besides its own time, React walks through the whole text each time.
 *
 * @returns the editor's state
 */
export function useEditor({ view, signal }: MenuProps, concerns: (state: EditorState) => boolean): EditorState {
  useSyncExternalStore(signal.subscribe, () => (concerns(view.state) ? signal.read() : -1))
  return view.state
}
