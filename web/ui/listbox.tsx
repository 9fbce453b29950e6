import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './listbox.module.css'
import cut from './overflow-shadow.module.css'
import { watchColumnOverflow } from './overflow-shadow.ts'

const gap = 4
const edge = 8
const mostHeight = 304 // eight rows and half a padding
const fewRows = 184 // five of them

/** Lays a box with `position: fixed` under its anchor, as wide as that; above it where there is more room. */
function placeList(list: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect()
  const foot = anchor.closest('[role$=dialog]')?.querySelector('[data-foot]')?.getBoundingClientRect().top
  // the buttons of the dialog stay in sight where that leaves room enough
  const end = foot !== undefined && foot - bottom > fewRows ? foot : window.innerHeight - edge
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

/** A box of suggestions under a text box, over everything else, also over the dialog that it stands in. */
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
    // before the dialog around it hears of the key, which would close the dialog
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
