import type { ReactNode } from 'react'
import styles from './name-cell.module.css'

/** The cell that names a row: a picture, the name, and a grey line under it. */
export function NameCell(props: { picture: ReactNode; name: ReactNode; badges?: ReactNode; note?: ReactNode }) {
  const { picture, name, badges, note } = props
  return (
    <span className={styles.cell}>
      <span className={styles.picture}>{picture}</span>
      <span className={styles.words}>
        <span className={styles.name}>
          {name}
          {badges}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </span>
  )
}
