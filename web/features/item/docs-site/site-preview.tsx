import type { CSSProperties } from 'react'
import { lightSurfaces, siteColors } from '#web/features/page/docs-site/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import styles from './docs-site.module.css'

/** The product's own colour. */
export const ownColor = '#1f5fd6'

/** How the reader of a docs site looks: its name, logo and colour in both themes. */
export function SitePreview(props: { name: string; logo_url: string; color: string; version_name: string }) {
  const { name, logo_url, color, version_name } = props
  const { t } = useTranslation('docs-site')
  const colors = siteColors(color) ?? siteColors(ownColor)
  return (
    <div className={styles.preview} aria-hidden="true">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          className={styles.sample}
          data-theme={theme}
          style={{ ...(theme === 'light' && lightSurfaces), ...colors?.[theme] } as CSSProperties}
        >
          <header>
            {logo_url !== '' && <img src={href(logo_url)} alt="" />}
            <span>{name}</span>
            {version_name !== '' && <Badge tone="neutral">{version_name}</Badge>}
          </header>
          <div className={styles.body}>
            <span className={styles.chosen}>{t('preview.page')}</span>
            <span className={styles.link}>{t('preview.link')}</span>
            <span className={styles.button}>{t('preview.button')}</span>
          </div>
        </div>
      ))}
    </div>
  )
}
