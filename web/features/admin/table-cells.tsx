import type { ReactNode } from 'react'
import { exactTime, type Moment, relativeTime, shortDate, toDate } from '#web/lib/format.ts'
import styles from './table-cells.module.css'

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

/** Date, or relative time; the exact time on hover. `none` is shown when there is no time. */
export function MomentText({ at, relative, none = '' }: { at: Moment; relative?: boolean; none?: string }) {
  if (!toDate(at)) return none
  return <time title={exactTime(at)}>{relative ? relativeTime(at) : shortDate(at)}</time>
}
