import { Link } from 'wouter'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import styles from './breadcrumb.module.css'
import { ChevronRightIcon, MoreIcon } from './icons.ts'
import { Menu } from './menu.tsx'

/** One part of a path; `to` is a product path. */
interface Crumb {
  label: string
  to?: string
}

interface Placed extends Crumb {
  id: string
}

function Part({ part, last }: { part: Placed; last: boolean }) {
  if (last || !part.to) {
    return (
      <span className={styles.part} aria-current={last ? 'page' : undefined} title={part.label}>
        {part.label}
      </span>
    )
  }
  return (
    <Link href={part.to} className={styles.part} title={part.label}>
      {part.label}
    </Link>
  )
}

/** Shows the current location. The last part is not a link; the middle of a long path folds into a menu. */
export function Breadcrumb({ parts, most = 4 }: { parts: readonly Crumb[]; most?: number }) {
  const { t } = useTranslation('ui')
  const placed = parts.map((part, at) => ({ ...part, id: `${at}` }))
  const folds = placed.length > most
  const folded = folds ? placed.slice(1, 1 - most + 1) : []
  const first = folds ? placed.slice(0, 1) : []
  const rest = folds ? placed.slice(1 - most + 1) : placed
  return (
    <nav aria-label={t('path')}>
      <ol className={styles.list}>
        {first.map((part) => (
          <li key={part.id}>
            <Part part={part} last={false} />
            <ChevronRightIcon />
          </li>
        ))}
        {folds && (
          <li>
            <Menu
              trigger={
                <button type="button" className={styles.more} aria-label={t('pathMore')}>
                  <MoreIcon />
                </button>
              }
              entries={folded.map((part) => ({
                id: part.id,
                label: part.label,
                ...(part.to ? { href: href(part.to) } : { disabled: true }),
              }))}
            />
            <ChevronRightIcon />
          </li>
        )}
        {rest.map((part, at) => (
          <li key={part.id}>
            <Part part={part} last={at === rest.length - 1} />
            {at < rest.length - 1 && <ChevronRightIcon />}
          </li>
        ))}
      </ol>
    </nav>
  )
}
