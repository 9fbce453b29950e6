import { displayName } from '#web/lib/display-name.ts'
import styles from './person-text.module.css'

/** Name of a person, with the username below when it differs: two people may have the same name. */
export function PersonText({ name, username }: { name: string | undefined; username: string }) {
  return (
    <span className={styles.person}>
      <bdi>{displayName({ name, username })}</bdi>
      {name && name !== username && <bdi className={styles.username}>{username}</bdi>}
    </span>
  )
}
