import type { ReactNode } from 'react'
import styles from './name-cell.module.css'

/** Cell that names a row: an image, the name, and a grey line below. */
export function NameCell(props: { picture: ReactNode; name: ReactNode; badges?: ReactNode; note?: ReactNode }) {
  const { picture: image, name, badges, note } = props
  return (
    <span className={styles.cell}>
      <span className={styles.picture}>{image}</span>
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
