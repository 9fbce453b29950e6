import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href, Link, navigate } from '#web/lib/route.ts'
import { ChevronDownIcon, LinkIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import type { DocsSite } from './site.ts'
import styles from './site-brand.module.css'
import { useSiteStyle } from './use-site-style.ts'

/** The links in the header of a docs site: side by side where there is room, else in a menu. */
function SiteLinks({ links }: { links: DocsSite['links'] }) {
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

type Version = DocsSite['versions'][number]

/** Opens the same page in another version, or its first page when it has no such page. */
async function openVersion({ item_id, ref }: Version, page_id: string | undefined): Promise<void> {
  const same = page_id && (await api.docsSite.samePage({ item_id, page_id }).catch(() => undefined))
  navigate(same && same.page_id !== '0' ? `/${ref}/${same.page_id}` : `/${ref}`)
}

/** The switch between the versions of a docs site that the reader may read. */
function VersionMenu({
  item_id,
  page_id,
  versions,
}: {
  item_id: string
  page_id?: string | undefined
  versions: readonly Version[]
}) {
  const { t } = useTranslation('viewer')
  const current = versions.find((version) => version.item_id === item_id)
  const label = t('head.version', { name: current?.version_name })
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.version} aria-label={label}>
          <span>{current?.version_name}</span>
          <ChevronDownIcon />
        </button>
      }
      entries={[
        {
          kind: 'choice',
          id: 'versions',
          label,
          options: versions.map((version) => ({ value: version.item_id, label: version.version_name })),
          value: item_id,
          onValue: (chosen) => {
            const version = versions.find((one) => one.item_id === chosen)
            if (version) void openVersion(version, page_id)
          },
        },
      ]}
    />
  )
}

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
