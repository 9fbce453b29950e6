import { useSetAtom } from 'jotai'
import type { PageNode } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, MoreIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { newPagePath, useCurrentItem } from './current-item.ts'
import { panelAtom } from './panels.ts'
import styles from './tree-panel.module.css'

const TreeFootMenu = lazyComponent(async () => (await import('./tree-footer-menu.tsx')).TreeFooterMenu)

/** Below the tree: adds a page (in the catalog of the current one) or a catalog, and more. */
export function TreeFooter({ current }: { current: PageNode | undefined }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const openPanel = useSetAtom(panelAtom)
  // a user limited to catalogs adds nothing at the top level
  const own = item.isLimited ? item.nodes.find((node) => node.kind === 'catalog') : undefined
  const more = (
    <IconButton size="s" label={t('tree.more')}>
      <MoreIcon />
    </IconButton>
  )
  return (
    <div className={styles.foot}>
      <ButtonLink to={newPagePath(item, current?.parent?.id ?? own?.id)} variant="ghost" size="s" icon={<AddIcon />}>
        {t('tree.page')}
      </ButtonLink>
      <Button
        variant="ghost"
        size="s"
        icon={<AddIcon />}
        onClick={() => openPanel({ kind: 'addCatalog', parent: own })}
      >
        {t('tree.catalog')}
      </Button>
      <span className={styles.more}>
        <LazyBoundary fallback={more}>
          <TreeFootMenu trigger={more} current={current} />
        </LazyBoundary>
      </span>
    </div>
  )
}
