import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { IconButton } from './icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon } from './icons.ts'
import { paginate } from './page-numbers.ts'
import { Pagination } from './pagination.tsx'
import { getIndexByKey } from './reorder.ts'
import reordered from './reordered.module.css'
import { DragIcon } from './screen-icons.ts'
import styles from './sortable-list.module.css'
import { useFlipAnimation } from './use-flip-animation.ts'
import { useReorder } from './use-reorder.ts'

const pageSize = 50

/**
 * A list whose rows can be reordered: by dragging the handle, by arrow keys on it, and by buttons on touch screens. A
 * long list is paginated: keys and buttons can move a row to another page, which is then shown.
 */
export function SortableList<T>(props: {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  /** Moves the row at index `from` to index `to`. */
  onMove: (from: number, to: number) => void
  children: (item: T, index: number) => ReactNode
}) {
  const { label, items, keyOf, nameOf, onMove, children } = props
  const { t } = useTranslation('ui')
  const list = useRef<HTMLUListElement>(null)
  const [page, setPage] = useState(1)
  const keys = items.map(keyOf)
  const [former, setFormer] = useState(keys)
  /** The row whose button the focus follows to another page, and the index of that button. */
  const followed = useRef<{ key: string; button: number }>(undefined)
  if (keys.join('\n') !== former.join('\n')) {
    setFormer(keys)
    // Show the page of a new row, wherever it is.
    const known = new Set(former)
    const added = keys.filter((key) => !known.has(key))
    if (former.length > 0 && added.length === 1) setPage(Math.floor(keys.indexOf(added[0] ?? '') / pageSize) + 1)
  }
  const shown = paginate(items, page, pageSize)
  const first = (shown.at - 1) * pageSize
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    const row = list.current?.children[from - first]
    const buttons = [...(row?.querySelectorAll('button') ?? [])]
    const button = buttons.findIndex((one) => one === document.activeElement)
    const next = Math.floor(to / pageSize) + 1
    if (button !== -1 && next !== shown.at) followed.current = { key: keyOf(item), button }
    setPage(next)
    onMove(from, to)
    announce(t('sort.moved', { name: nameOf(item), place: to + 1, count: items.length }))
  }
  const press = useReorder({ list, layout: 'column', onMove: (from, to) => move(first + from, first + to) })
  const shownKeys = shown.rows.map(keyOf)
  useFlipAnimation(list, shownKeys)
  useLayoutEffect(() => {
    const at = followed.current ? shownKeys.indexOf(followed.current.key) : -1
    if (at === -1) return
    const buttons = list.current?.children[at]?.querySelectorAll('button')
    const one = buttons?.[followed.current?.button ?? 0]
    followed.current = undefined
    if (one && !one.disabled) one.focus()
    else buttons?.[0]?.focus()
  })
  const byKey = (event: KeyboardEvent, index: number) => {
    const place = getIndexByKey(event.key, { index, count: items.length, pageSize })
    if (place === undefined) return
    event.preventDefault()
    move(index, place)
  }
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={label}>
        {shown.rows.map((item, at) => (
          <li key={keyOf(item)} className={`${styles.row} ${reordered.row}`}>
            <IconButton
              size="s"
              label={t('sort.move', { name: nameOf(item) })}
              aria-description={t('sort.keys')}
              className={styles.handle}
              onPointerDown={(event) => press(event, at)}
              onKeyDown={(event) => byKey(event, first + at)}
            >
              <DragIcon />
            </IconButton>
            <div className={styles.content}>{children(item, first + at)}</div>
            <span className={styles.steps}>
              <IconButton
                size="s"
                label={t('sort.up', { name: nameOf(item) })}
                disabled={first + at === 0}
                onClick={() => move(first + at, first + at - 1)}
              >
                <ChevronUpIcon />
              </IconButton>
              <IconButton
                size="s"
                label={t('sort.down', { name: nameOf(item) })}
                disabled={first + at === items.length - 1}
                onClick={() => move(first + at, first + at + 1)}
              >
                <ChevronDownIcon />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <Pagination page={shown.at} pageSize={pageSize} total={items.length} onPage={setPage} />
    </>
  )
}
