import styles from './spinner.module.css'

/** A spinner; name what is loading in a text next to it or in `label`. */
export function Spinner({ size = 16, label }: { size?: 16 | 20 | 32; label?: string }) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle className={styles.track} cx="8" cy="8" r="6.25" />
      <path className={styles.arc} d="M8 1.75A6.25 6.25 0 0 1 14.25 8" />
    </svg>
  )
}
