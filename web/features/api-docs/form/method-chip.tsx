import styles from './method-chip.module.css'

/** Chip with an HTTP method, in its colour. */
export function MethodChip({ method, size = 'm' }: { method: string; size?: 's' | 'm' }) {
  return (
    <span className={styles.chip} data-method={method.toLowerCase()} data-size={size}>
      {method.toUpperCase()}
    </span>
  )
}
