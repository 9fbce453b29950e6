import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './rows-skeleton.module.css'

/** Skeleton of a list of people. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.rows}>
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <span key={at} className={styles.row}>
          <Skeleton width={28} height={28} round />
          <Skeleton width={`${30 + ((at * 7) % 20)}%`} />
          <Skeleton width="20%" />
        </span>
      ))}
    </div>
  )
}
