import { useRef } from 'react'
import type { Item } from '#web/features/item/data/index.tsx'
import { useReorder } from '#web/ui/use-reorder.ts'
import type { MoveItem } from './card-menu.tsx'
import { canStartDrag } from './drag-activation.ts'
import { ItemCard } from './item-card.tsx'
import styles from './item-list.module.css'

/** The props of both views of the list. */
export interface ItemsProps {
  items: readonly Item[]
  /** Moves an item from one index to another; set while the list is in the user's own order. */
  onReorder: ((from: number, to: number) => void) | undefined
  onMove: MoveItem | undefined
}

/** The items as cards that fill the width; in the user's own order they can be dragged. */
export function ItemCards({ items, onReorder: onPlace, onMove }: ItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  const press = useReorder({ list, layout: 'grid', onMove: (from, to) => onPlace?.(from, to) })
  return (
    <ul ref={list} className={styles.cards} data-sortable={onPlace !== undefined || undefined}>
      {items.map((item, at) => (
        <li
          key={item.item_id}
          className={styles.cell}
          onPointerDown={(event) => onPlace && canStartDrag(event) && press(event, at)}
        >
          <ItemCard item={item} onMove={onMove} />
        </li>
      ))}
    </ul>
  )
}
