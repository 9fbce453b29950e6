import type { ReactNode } from 'react'
import { Link, useLocation } from '#web/lib/route.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import styles from './header.module.css'

/** An icon link in the header; in narrow windows it moves to the account menu. */
export function HeaderLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const [path] = useLocation()
  const section = to.split('/')[1] ?? ''
  return (
    <Tooltip text={label}>
      <Link
        href={to}
        className={styles.link}
        aria-label={label}
        aria-current={path.startsWith(`/${section}/`) ? 'page' : undefined}
      >
        {children}
      </Link>
    </Tooltip>
  )
}
