import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** Boxes and choices over a list, and what stands at the end of their row. */
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
