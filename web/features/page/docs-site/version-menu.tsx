import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import type { DocsSite } from './site.ts'
import styles from './site-brand.module.css'

type Version = DocsSite['versions'][number]

/** Opens the same page in another version, or its first page when it has no such page. */
async function openVersion({ item_id, ref }: Version, page_id: string | undefined): Promise<void> {
  const same = page_id && (await api.docsSite.samePage({ item_id, page_id }).catch(() => undefined))
  navigate(same && same.page_id !== '0' ? `/${ref}/${same.page_id}` : `/${ref}`)
}

/** The switch between the versions of a docs site that the reader may read. */
export function VersionMenu({
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
