import styles from './skeleton.module.css'

/** A grey placeholder for loading content; appears after 150 ms. Numbers are px. */
export function Skeleton(props: { width?: number | string; height?: number | string; round?: boolean }) {
  const { width = '100%', height = 14, round } = props
  return <span className={styles.shape} data-round={round || undefined} style={{ width, height }} aria-hidden="true" />
}

/** A spreadsheet placeholder: the toolbar, and empty cells down to the bottom of the window. */
export function SkeletonGrid() {
  return (
    <span className={styles.sheet}>
      <Skeleton width={160} height={20} />
      <span className={styles.cells} />
    </span>
  )
}

const widths = ['92%', '100%', '84%', '96%', '62%']

/** Grey placeholder lines of text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const ids = Array.from({ length: lines }, (_, at) => at)
  return (
    <span className={styles.lines}>
      {ids.map((at) => (
        <Skeleton key={at} width={widths[at % widths.length] ?? '100%'} />
      ))}
    </span>
  )
}
