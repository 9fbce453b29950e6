import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { panelAtom } from './panels.ts'
import styles from './tree-panel.module.css'
import { newPagePath, useViewedItem } from './viewed-item.ts'

/** Under the tree: adds a page (in the catalog of the one shown) or a catalog. */
export function TreeFoot({ cat_id }: { cat_id: string | undefined }) {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const openPanel = useSetAtom(panelAtom)
  return (
    <div className={styles.foot}>
      <ButtonLink to={newPagePath(item, cat_id)} variant="ghost" size="s" icon={<AddIcon />}>
        {t('tree.page')}
      </ButtonLink>
      <Button
        variant="ghost"
        size="s"
        icon={<AddIcon />}
        onClick={() => openPanel({ kind: 'addCatalog', parent: undefined })}
      >
        {t('tree.catalog')}
      </Button>
    </div>
  )
}
