import { displayName } from '#web/lib/display-name.ts'
import styles from './person-text.module.css'

/** A person by name, with the username below where it is another: two may be called alike. */
export function PersonText({ name, username }: { name: string | undefined; username: string }) {
  return (
    <span className={styles.person}>
      <bdi>{displayName({ name, username })}</bdi>
      {name && name !== username && <bdi className={styles.username}>{username}</bdi>}
    </span>
  )
}
