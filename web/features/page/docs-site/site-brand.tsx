import { href, Link } from '#web/lib/route.ts'
import type { DocsSite } from './site.ts'
import styles from './site-brand.module.css'
import { SiteLinks } from './site-links.tsx'
import { useSiteStyle } from './use-site-style.ts'
import { VersionMenu } from './version-menu.tsx'

/** The logo, name and versions of a docs site, in the header of its reader; gives the page its colour as well. */
export function SiteBrand(props: { site: DocsSite; item_id: string; to: string; page_id: string | undefined }) {
  const { site, item_id, to, page_id } = props
  useSiteStyle(site)
  return (
    <>
      <Link href={to} className={styles.brand} title={site.site_name}>
        {site.logo_url !== '' && <img src={href(site.logo_url)} alt="" />}
        <span>{site.site_name}</span>
      </Link>
      {site.versions.length > 1 && <VersionMenu item_id={item_id} page_id={page_id} versions={site.versions} />}
      {site.links.length > 0 && <SiteLinks links={site.links} />}
    </>
  )
}
