import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { AddIcon, CatalogIcon, ChevronRightIcon, MoreIcon, OpenCatalogIcon, PageIcon } from '#web/ui/icons.ts'
import styles from './tree.module.css'
import type { TreeRow as Row } from './tree-rows.ts'

/** The indentation of each level, in px. Source: interface guide 2.6. */
const indent = 16

/** The props of a tree row. */
export interface TreeRowProps {
  row: Row
  /** The distance from the top of the tree and the height, both in px. */
  top: number
  height: number
  /** Whether it is the page of the address. */
  isCurrent: boolean
  /** Whether it is the one row that the Tab key reaches. */
  isTabStop: boolean
  /** Whether its menu is open. */
  hasMenu: boolean
  /** Whether it has a dot: others have saved it, or something in it, since the user read it. */
  isChanged: boolean
  /** The path of a page, within the product. */
  path: string
  /** Content at the end of the row. */
  end?: ReactNode
  /** Whether to show the buttons to add a page and to open the menu. */
  canEdit: boolean
  onClick: (event: MouseEvent) => void
  onFocus: () => void
  onAdd: () => void
}

function Name({ icon, title, end }: { icon: ReactNode; title: string; end: string }) {
  return (
    <>
      {icon}
      <span className={styles.name}>
        <span className={styles.start}>{end ? title.slice(0, -end.length) : title}</span>
        {end && <span className={styles.rest}>{end}</span>}
      </span>
    </>
  )
}

const shortNames: Record<string, string> = { delete: 'DEL', options: 'OPT', websocket: 'WS' }

/** The icon before the title of a page: the method of an API page, a sheet of paper for others. */
function PageMark({ method }: { method: string }) {
  if (method === '') return <PageIcon />
  // rendered by the styles: the row says it in its description
  return <span className={styles.method} data-method={method} data-short={shortNames[method] ?? method.toUpperCase()} />
}

const openMenuUnder = (event: MouseEvent<HTMLElement>) => {
  const { left, bottom } = event.currentTarget.getBoundingClientRect()
  const place = { clientX: left, clientY: bottom, bubbles: true, cancelable: true }
  event.currentTarget.dispatchEvent(new window.MouseEvent('contextmenu', place))
}

/** A row of the tree: a link for a page, an expandable row for a catalog. */
export function TreeRow(props: TreeRowProps) {
  const { row, top, height, isCurrent, isTabStop, hasMenu, isChanged, path, end, canEdit, onClick, onFocus, onAdd } =
    props
  const { t } = useTranslation('viewer')
  const { node, level, position: place, siblingCount: of, isOpen, isLeaf } = row
  const method = node.kind === 'page' ? node.method : ''
  const dot = isChanged && <span className={styles.dot} title={t('tree.changed')} />
  const common = {
    role: 'treeitem',
    className: styles.link,
    style: { paddingInlineStart: 2 + indent * (level - 1) },
    tabIndex: isTabStop ? 0 : -1,
    title: node.title,
    'aria-label': node.title,
    'aria-level': level,
    'aria-posinset': place,
    'aria-setsize': of,
    'aria-selected': isCurrent,
    'aria-description': [method.toUpperCase(), isChanged && t('tree.changed')].filter(Boolean).join(', ') || undefined,
    onClick,
    onFocus,
  }
  return (
    <div
      role="none"
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, height }}
      data-key={node.key}
      data-current={isCurrent || undefined}
      data-menu={hasMenu || undefined}
    >
      {node.kind === 'page' ? (
        <Link href={path} {...common} aria-current={isCurrent ? 'page' : undefined}>
          <span className={styles.twist} />
          <Name icon={<PageMark method={method} />} title={node.title} end={row.end} />
          {dot}
        </Link>
      ) : (
        <div {...common} aria-expanded={isLeaf ? undefined : isOpen}>
          <span className={styles.twist} data-open={isOpen || undefined}>
            {!isLeaf && <ChevronRightIcon />}
          </span>
          <Name icon={isOpen ? <OpenCatalogIcon /> : <CatalogIcon />} title={node.title} end={row.end} />
          {dot}
        </div>
      )}
      {end}
      {canEdit && (
        // for the pointer only: the same actions are in the row's own menu
        <span className={styles.actions} aria-hidden="true">
          <button type="button" tabIndex={-1} title={t('tree.newHere')} data-add="" onClick={onAdd}>
            <AddIcon />
          </button>
          <button type="button" tabIndex={-1} title={t('tree.more')} onClick={openMenuUnder}>
            <MoreIcon />
          </button>
        </span>
      )}
    </div>
  )
}
