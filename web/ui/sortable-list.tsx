import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live.ts'
import { IconButton } from './icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, DragIcon } from './icons.ts'
import reordered from './reordered.module.css'
import styles from './sortable-list.module.css'
import { useGlide } from './use-glide.ts'
import { useReorder } from './use-reorder.ts'

/** A list whose rows are put in order: by dragging the handle, by the arrow keys on it, and by buttons on touch. */
export function SortableList<T>(props: {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  /** The row at `from` goes to the place `to`; both count from 0. */
  onMove: (from: number, to: number) => void
  children: (item: T, index: number) => ReactNode
}) {
  const { label, items, keyOf, nameOf, onMove, children } = props
  const { t } = useTranslation('ui')
  const list = useRef<HTMLUListElement>(null)
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    onMove(from, to)
    announce(t('sort.moved', { name: nameOf(item), place: to + 1, count: items.length }))
  }
  const press = useReorder({ list, layout: 'column', onMove: move })
  useGlide(list, items.map(keyOf))
  const byKey = (event: KeyboardEvent, index: number) => {
    const place = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key]
    if (place === undefined) return
    event.preventDefault()
    move(index, place)
  }
  return (
    <ul ref={list} className={styles.list} aria-label={label}>
      {items.map((item, index) => (
        <li key={keyOf(item)} className={`${styles.row} ${reordered.row}`}>
          <IconButton
            size="s"
            label={t('sort.move', { name: nameOf(item) })}
            aria-description={t('sort.keys')}
            className={styles.handle}
            onPointerDown={(event) => press(event, index)}
            onKeyDown={(event) => byKey(event, index)}
          >
            <DragIcon />
          </IconButton>
          <div className={styles.content}>{children(item, index)}</div>
          <span className={styles.steps}>
            <IconButton
              size="s"
              label={t('sort.up', { name: nameOf(item) })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ChevronUpIcon />
            </IconButton>
            <IconButton
              size="s"
              label={t('sort.down', { name: nameOf(item) })}
              disabled={index === items.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ChevronDownIcon />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  )
}
