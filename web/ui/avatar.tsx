import styles from './avatar.module.css'
import { getAvatarColor, getInitials } from './avatar-color.ts'

/** A person's initials on their own colour. Decorative: show the name next to it, or set `titled`. */
export function Avatar({ name, size = 20, titled }: { name: string; size?: 20 | 28 | 40; titled?: boolean }) {
  return (
    <span
      className={styles.avatar}
      data-size={size}
      style={{ background: `var(--avatar-${getAvatarColor(name)})` }}
      role={titled ? 'img' : undefined}
      aria-label={titled ? name : undefined}
      aria-hidden={titled ? undefined : true}
      title={titled ? name : undefined}
      data-initials={getInitials(name)}
    />
  )
}
