import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { PageNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { Link } from '#web/lib/route.ts'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EditIcon, MoreIcon, OutlineIcon, ShareIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { preloadMenuContent } from '#web/ui/menu-loader.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { Page } from './atoms.ts'
import { editPath, useCurrentItem } from './current-item.ts'
import styles from './page-header.module.css'
import { panelAtom } from './panels.ts'

const load = () => import('./page-menu.tsx')
const PageMenu = lazyComponent(async () => (await load()).PageMenu)

const preload = () => {
  preloadMenuContent()
  load().catch(() => undefined) // the click requests it again
}

/** The button for all other actions of a page. What it opens is loaded on first use. */
function PageMenuButton({ page, node }: { page: Page; node: PageNode | undefined }) {
  const { t } = useTranslation('viewer')
  const [wanted, setWanted] = useState<'click' | 'key'>()
  const button = (
    <IconButton
      label={t('page.more')}
      aria-haspopup="menu"
      onClick={({ detail }) => setWanted(detail === 0 ? 'key' : 'click')}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <MoreIcon />
    </IconButton>
  )
  if (!wanted) return button
  const trigger = (
    <IconButton label={t('page.more')}>
      <MoreIcon />
    </IconButton>
  )
  return (
    <LazyBoundary fallback={button}>
      <PageMenu page={page} node={node} trigger={trigger} byKey={wanted === 'key'} />
    </LazyBoundary>
  )
}

/** The actions of a page. On a phone, and in the bar, the buttons are icons. */
export function PageActions(props: { page: Page; node: PageNode | undefined; hasOutline: boolean; small?: boolean }) {
  const { page, node, hasOutline, small = false } = props
  const { t } = useTranslation(['viewer', 'outline'])
  const item = useCurrentItem()
  const layout = useLayout()
  const openPanel = useSetAtom(panelAtom)
  const asIcons = small || layout === 'phone'
  const edit = editPath(item, page.page_id)
  const share = () => openPanel({ kind: 'share', page })
  return (
    <div className={styles.actions} data-no-print="">
      {item.canEdit && !asIcons && (
        <Tooltip text={t('page.edit')} shortcut="e">
          <span>
            <ButtonLink to={edit} icon={<EditIcon />}>
              {t('page.edit')}
            </ButtonLink>
          </span>
        </Tooltip>
      )}
      {item.canEdit && asIcons && (
        <Tooltip text={t('page.edit')} shortcut="e">
          <Link href={edit} className={styles.icon} aria-label={t('page.edit')} aria-keyshortcuts={ariaShortcut('e')}>
            <EditIcon />
          </Link>
        </Tooltip>
      )}
      {asIcons ? (
        <IconButton label={t('page.share')} onClick={share}>
          <ShareIcon />
        </IconButton>
      ) : (
        <Button icon={<ShareIcon />} onClick={share}>
          {t('page.share')}
        </Button>
      )}
      {layout !== 'wide' && hasOutline && (
        <IconButton label={t('outline:title')} shortcut="mod+shift+o" onClick={() => openPanel({ kind: 'outline' })}>
          <OutlineIcon />
        </IconButton>
      )}
      <PageMenuButton page={page} node={node} />
    </div>
  )
}
