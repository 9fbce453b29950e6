import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './listbox.module.css'
import cut from './overflow-shadow.module.css'
import { watchColumnOverflow } from './overflow-shadow.ts'

const gap = 4
const edge = 8
const mostHeight = 304 // eight rows and half the padding, in px
const fewRows = 184 // five rows, in px

/**
 * Positions a box with `position: fixed` under its anchor, with the same width; above it if there is more room there.
 */
function placeList(list: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect()
  const footer = anchor.closest('[role$=dialog]')?.querySelector('[data-foot]')?.getBoundingClientRect().top
  // Keep the dialog's buttons visible if that leaves enough room.
  const end = footer !== undefined && footer - bottom > fewRows ? footer : window.innerHeight - edge
  const below = end - bottom - gap
  const above = top - gap - edge
  const isUp = below < Math.min(list.scrollHeight + 2, mostHeight) && above > below
  const { style } = list
  style.width = `${width}px`
  style.left = `${Math.max(edge, Math.min(left, document.documentElement.clientWidth - width - edge))}px`
  style.top = isUp ? 'auto' : `${bottom + gap}px`
  style.bottom = isUp ? `${window.innerHeight - top + gap}px` : 'auto'
  style.maxHeight = `${Math.max(96, Math.min(mostHeight, isUp ? above : below))}px`
}

/** A list of suggestions under an input, above everything else, including the dialog that contains it. */
export function Listbox(props: { anchor: RefObject<HTMLElement | null>; onEscape: () => void; children: ReactNode }) {
  const { anchor, onEscape, children } = props
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => list.current && anchor.current && placeList(list.current, anchor.current)
    list.current?.showPopover?.()
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [anchor])
  useLayoutEffect(() => {
    if (list.current && anchor.current) placeList(list.current, anchor.current)
    return watchColumnOverflow(list.current)
  })
  useLayoutEffect(() => {
    // Handle Escape before the surrounding dialog does; it would close.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      onEscape()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  })
  return (
    <div ref={list} popover="manual" className={`${styles.list} ${cut.column}`}>
      {children}
    </div>
  )
}
