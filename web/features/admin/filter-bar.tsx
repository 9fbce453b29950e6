import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** Row of text fields and selects above a list; `end` is shown at the end of the row. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.filters} role="search">
        {children}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </div>
  )
}
