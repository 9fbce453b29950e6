import { useTranslation } from '#web/lib/i18n.ts'
import { LinkIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import type { DocsSite } from './site.ts'
import styles from './site-brand.module.css'

/** The links in the header of a docs site: side by side where there is room, else in a menu. */
export function SiteLinks({ links }: { links: DocsSite['links'] }) {
  const { t } = useTranslation('viewer')
  return (
    <>
      <nav className={styles.links} aria-label={t('head.links')}>
        {links.map(({ title, url }) => (
          <a key={url + title} href={url} rel="noopener noreferrer">
            {title}
          </a>
        ))}
      </nav>
      <span className={styles.linkMenu}>
        <Menu
          align="start"
          trigger={
            <button type="button" className={styles.version} aria-label={t('head.links')}>
              <LinkIcon />
            </button>
          }
          entries={links.map(({ title, url }, at) => ({
            id: String(at),
            label: title,
            onSelect: () => window.location.assign(url),
          }))}
        />
      </span>
    </>
  )
}
