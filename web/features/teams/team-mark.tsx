import { MembersIcon } from '#web/ui/icons.ts'
import styles from './team.module.css'

/** Icon of a team next to its name. */
export function TeamMark() {
  return (
    <span className={styles.mark}>
      <MembersIcon />
    </span>
  )
}
