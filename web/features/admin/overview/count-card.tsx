import { Link } from '#web/lib/route.ts'
import styles from './overview.module.css'

/** A number of the site, linked to the list of what it counts. */
export function CountCard({ to, label, value, note }: { to: string; label: string; value: string; note: string }) {
  return (
    <Link href={to} className={styles.card}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.note}>{note}</span>
    </Link>
  )
}
