import type { Item } from './atoms.ts'
import { ItemCard } from './item-card.tsx'
import styles from './item-list.module.css'

/** The items as cards that fill the width. */
export function ItemCards({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.cards}>
      {items.map((item) => (
        <li key={item.item_id} className={styles.cell}>
          <ItemCard item={item} />
        </li>
      ))}
    </ul>
  )
}
