import type { ReactNode } from 'react'
import { displayName } from '#web/lib/display-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import styles from './person-cell.module.css'

/** Cell with a person: initials, name, username, and an optional badge. */
export function PersonCell(props: { username: string; name: string; badge?: ReactNode }) {
  const { username, name, badge } = props
  const shown = displayName(props)
  return (
    <span className={styles.person}>
      <Avatar name={shown} size={28} />
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{shown}</bdi>
          {badge}
        </span>
        {name !== '' && name !== username && <span className={styles.username}>{username}</span>}
      </span>
    </span>
  )
}
