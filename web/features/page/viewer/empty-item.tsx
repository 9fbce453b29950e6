import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, ImportIcon, RegularItemIcon, TemplateIcon } from '#web/ui/icons.ts'
import { importPath, newPagePath, useCurrentItem } from './current-item.ts'
import { PageBanners } from './page-banners.tsx'
import styles from './page-view.module.css'
import { panelAtom } from './panels.ts'

/** Shown for an item without pages. */
export function EmptyItem() {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const openPanel = useSetAtom(panelAtom)
  useTitle(item.name)
  useShortcut('n', () => navigate(newPagePath(item)), { enabled: item.canEdit, label: t('keys.newPage') })
  // users limited to some catalogs cannot import
  const canImport = item.canEdit && !item.isLimited
  return (
    <div className={styles.empty}>
      <PageBanners />
      <h1 className={styles.title}>{item.name}</h1>
      <EmptyState
        icon={<RegularItemIcon data-size="32" />}
        text={t(canImport ? 'empty.editor' : 'empty.reader')}
        action={
          item.canEdit && (
            <>
              <ButtonLink to={newPagePath(item)} variant="primary" icon={<AddIcon />}>
                {t('empty.newPage')}
              </ButtonLink>
              <Button icon={<TemplateIcon />} onClick={() => openPanel({ kind: 'fromTemplate' })}>
                {t('empty.template')}
              </Button>
              {canImport && (
                <ButtonLink to={importPath(item)} icon={<ImportIcon />}>
                  {t('empty.import')}
                </ButtonLink>
              )}
            </>
          )
        }
      />
    </div>
  )
}
