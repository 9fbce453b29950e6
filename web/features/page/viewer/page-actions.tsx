import { useSetAtom } from 'jotai'
import type { PageNode } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { Link } from '#web/lib/route.ts'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EditIcon, OutlineIcon, ShareIcon } from '#web/ui/icons.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { Page } from './atoms.ts'
import { editPath, useCurrentItem } from './current-item.ts'
import styles from './page-header.module.css'
import { PageMenuButton } from './page-menu-button.tsx'
import { panelAtom } from './panels.ts'

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
