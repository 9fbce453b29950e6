import { MembersIcon } from '#web/ui/icons.ts'
import styles from './team.module.css'

/** The picture of a team beside its name. */
export function TeamMark() {
  return (
    <span className={styles.mark}>
      <MembersIcon />
    </span>
  )
}
