import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, ImportIcon, RegularItemIcon } from '#web/ui/icons.ts'
import styles from './page-view.module.css'
import { importPath, newPagePath, useViewedItem } from './viewed-item.ts'

/** An item without a page. */
export function EmptyItem() {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  useTitle(item.name)
  return (
    <div className={styles.empty}>
      <h1 className={styles.title}>{item.name}</h1>
      <EmptyState
        icon={<RegularItemIcon data-size="32" />}
        text={t(item.canEdit ? 'empty.editor' : 'empty.reader')}
        action={
          item.canEdit && (
            <>
              <ButtonLink to={newPagePath(item)} variant="primary" icon={<AddIcon />}>
                {t('empty.newPage')}
              </ButtonLink>
              <ButtonLink to={importPath(item)} icon={<ImportIcon />}>
                {t('empty.import')}
              </ButtonLink>
            </>
          )
        }
      />
    </div>
  )
}
