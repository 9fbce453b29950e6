import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type CatalogNode, catalogIdsIn, type PageNode, type TreeNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { Link } from '#web/lib/route.ts'
import { ContextMenu } from '#web/ui/context-menu.tsx'
import { AddIcon, CatalogIcon, ChevronRightIcon, MoreIcon, OpenCatalogIcon, PageIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import styles from './tree.module.css'
import { buildTreeRows, type Filtered, type TreeRow as Row } from './tree-rows.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import { useTreeMenu } from './use-tree-menu.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

/** What editors may do in the tree. */
export interface TreeActions {
  /** Returns the menu of a row: right click, Shift+F10, long press. Undefined while it loads. */
  menuOf: ((node: TreeNode) => MenuEntry[]) | undefined
  /** Adds a page in this catalog, or at the top level. */
  addPage: (catalog: CatalogNode | undefined) => void
}

/** The current tree, for the layers over it: dragging, renaming in place. */
export interface TreeView {
  /** The scroll container. */
  box: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  /** The height of each row, in px. */
  height: number
  isFiltered: boolean
  /** The row that the keys work on. */
  active: TreeNode | undefined
  onOpen: (ids: readonly string[], isOpen: boolean) => void
  /** Moves the focus to a row, as soon as it is rendered. */
  focusOn: (key: string) => void
}

/** The props of the tree. */
interface TreeProps {
  nodes: readonly TreeNode[]
  label: string
  /** The id of the current page. */
  current: string | undefined
  filtered: Filtered | undefined
  open: ReadonlySet<string>
  onOpen: (ids: readonly string[], isOpen: boolean) => void
  pathOf: (page: PageNode) => string
  /** Called when a page is chosen. */
  onPick?: (() => void) | undefined
  actions?: TreeActions | undefined
  /** Makes rows selectable by focus: marks the selected one, and shows more at its end. */
  choosing?: { onChoose: (node: TreeNode) => void; endOf: (node: TreeNode) => ReactNode } | undefined
  /** Keys of the pages that have a dot, and of the catalogs that contain one, for while they are closed. */
  changed?: ReadonlySet<string>
  /** The layer over the tree. */
  layer?: ((view: TreeView) => ReactNode) | undefined
}

const Layer = ({ layer, view }: { layer: NonNullable<TreeProps['layer']>; view: TreeView }) => layer(view)

/** The indentation of each level, in px. Source: interface guide 2.6. */
const indent = 16

/** The props of a tree row. */
interface TreeRowProps {
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
function TreeRow(props: TreeRowProps) {
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

/**
 * Shows pages and catalogs as an ARIA tree that renders only the visible rows. Own code: flattened, a tree is a list of
 * rows of one height, for which the available libraries are ten times larger than needed.
 */
export function Tree({
  nodes,
  label,
  current,
  filtered,
  open,
  onOpen,
  pathOf,
  onPick,
  actions: itemActions,
  choosing,
  changed,
  layer,
}: TreeProps) {
  const rows = useMemo(() => buildTreeRows(nodes, open, filtered?.keep, !filtered?.isByKind), [nodes, open, filtered])
  const [active, setActive] = useState<string>()
  const [, redraw] = useState({})
  const menu = useTreeMenu(rows, itemActions ? (itemActions.menuOf ? 'there' : 'coming') : 'none')
  const box = useRef<HTMLDivElement>(null)
  const toFocus = useRef<string>(undefined)
  const height = useMedia('(pointer: coarse)') ? 44 : 28
  const { first, last, reveal } = useVirtualRows(box, height, rows.length)

  const currentAt = rows.findIndex(({ node }) => node.kind === 'page' && node.id === current)
  const activeAt = rows.findIndex(({ node }) => node.key === active)
  const tabStop = activeAt >= 0 ? activeAt : Math.max(0, currentAt)
  const drawn = rows.slice(first, last + 1).map((row, step) => ({ row, at: first + step }))
  const stop = rows[tabStop]
  if (stop && (tabStop < first || tabStop > last)) drawn.push({ row: stop, at: tabStop })

  const revealed = useRef<string>(undefined)
  useEffect(() => {
    if (currentAt < 0 || revealed.current === current) return // only navigating to a page scrolls
    reveal(currentAt, revealed.current === undefined)
    revealed.current = current
  }, [current, currentAt, reveal])

  useLayoutEffect(() => {
    const key = toFocus.current
    const line = key && box.current?.querySelector<HTMLElement>(`[data-key="${key}"] > [role=treeitem]`)
    if (!line) return
    toFocus.current = undefined
    line.focus({ preventScroll: true })
  })

  const moveTo = (index: number) => {
    const key = rows[index]?.node.key
    if (key !== active) toFocus.current = key
    setActive(key)
    reveal(index)
  }
  const revealKey = useRef<string>(undefined)
  useEffect(() => {
    const index = revealKey.current === undefined ? -1 : rows.findIndex(({ node }) => node.key === revealKey.current)
    if (index < 0) return
    revealKey.current = undefined
    reveal(index)
  })
  const focusOn = (key: string) => {
    toFocus.current = key
    revealKey.current = key
    setActive(key)
    redraw({})
  }
  const toggle = ({ node, isLeaf }: Row, isOpen: boolean, withAllBelow: boolean) => {
    if (node.kind === 'catalog' && (!filtered || (filtered.isByKind && !isLeaf)))
      onOpen(withAllBelow ? catalogIdsIn(node) : [node.id], isOpen)
  }
  const addPage = itemActions && (({ node }: Row) => itemActions.addPage(node.kind === 'catalog' ? node : node.parent))
  const onKeyDown = useTreeKeys(rows, tabStop, { moveTo, toggle, addPage })

  const clickRow = (row: Row) => (event: MouseEvent) => {
    if (row.node.kind === 'catalog') toggle(row, !row.isOpen, event.altKey)
    else if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) onPick?.()
  }

  const view = {
    box,
    rows,
    height,
    isFiltered: filtered !== undefined && !filtered.isByKind,
    active: stop?.node,
    onOpen,
    focusOn,
  }
  const menuEntries = menu.menuFor && itemActions?.menuOf?.(menu.menuFor)
  return (
    <div className={styles.frame}>
      <ContextMenu entries={menuEntries} onOpenChange={menu.onOpenChange}>
        <div ref={box} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown} {...menu.handlers}>
          <div role="none" className={styles.room} style={{ height: rows.length * height }}>
            {drawn.map(({ row, at }) => (
              <TreeRow
                key={row.node.key}
                row={row}
                top={at * height}
                height={height}
                isCurrent={at === (choosing ? activeAt : currentAt)}
                end={choosing?.endOf(row.node)}
                isTabStop={at === tabStop}
                hasMenu={menu.shownFor?.key === row.node.key}
                isChanged={changed?.has(row.node.key) === true && !row.isOpen}
                path={row.node.kind === 'page' ? pathOf(row.node) : ''}
                canEdit={itemActions !== undefined}
                onClick={clickRow(row)}
                onFocus={() => {
                  setActive(row.node.key)
                  choosing?.onChoose(row.node)
                }}
                onAdd={() => addPage?.(row)}
              />
            ))}
          </div>
        </div>
      </ContextMenu>
      {layer && <Layer layer={layer} view={view} />}
    </div>
  )
}
