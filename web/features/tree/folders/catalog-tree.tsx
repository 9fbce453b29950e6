import { useMemo, useRef, useState } from 'react'
import {
  type CatalogNode,
  deepestLevel,
  flattenTree,
  getDepth,
  listPages,
  Tree,
  type TreeNode,
  type TreeView,
} from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CatalogIcon, DragIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { CopyMoveDialog } from './copy-move-dialog.tsx'
import { DeleteCatalog } from './delete-catalog.tsx'
import styles from './dialogs.module.css'
import { type ManagerAction, ManagerTools } from './manager-tools.tsx'
import type { TreeContext } from './move-rules.ts'
import { NewCatalog } from './new-catalog.tsx'
import { SortPagesDialog } from './sort-pages-dialog.tsx'
import { TreeLayer } from './tree-layer.tsx'
import { useMove } from './use-move.ts'

/** The catalogs of an item with all their actions; each change is saved at once and can be undone. */
export function CatalogTree(props: {
  item: { item_id: string; item_name: string }
  nodes: readonly TreeNode[]
  isLimited: boolean
}) {
  const { item, nodes, isLimited } = props
  const { item_id } = item
  const { t } = useTranslation('catalog')
  const [chosenKey, choose] = useState<string>()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<ManagerAction>()
  const [renaming, setRenaming] = useState<CatalogNode>()
  const view = useRef<TreeView>(undefined)
  const catalogs = useMemo(() => flattenTree(nodes).filter((node) => node.kind === 'catalog'), [nodes])
  const shown = useMemo(
    () => ({ keep: new Set(catalogs.map(({ key }) => key)), hits: 0, contents: 0, isByKind: true }),
    [catalogs],
  )
  const open = useMemo(() => new Set(catalogs.map(({ id }) => id).filter((id) => !closed.has(id))), [catalogs, closed])
  const toggle = (ids: readonly string[], isOpen: boolean) =>
    setClosed((former) => new Set(isOpen ? [...former].filter((id) => !ids.includes(id)) : [...former, ...ids]))
  const ground = useMemo((): TreeContext => ({ nodes, isLimited, isCatalogsOnly: true }), [nodes, isLimited])
  const { step } = useMove(item_id, ground)
  const chosen = catalogs.find(({ key }) => key === chosenKey)
  const parent = chosen && getDepth(chosen) < deepestLevel ? chosen : chosen?.parent
  const close = () => setDialog(undefined)
  const endOf = (node: TreeNode) => (
    <span className={styles.end}>
      {node.kind === 'catalog' && t('manager.pages', { count: listPages(node.children).length })}
      <DragIcon />
    </span>
  )
  return (
    <div className={styles.manager}>
      <ManagerTools
        chosen={chosen}
        ground={ground}
        onStep={(catalog, way) => {
          if (step(catalog, way)) view.current?.focusOn(catalog.key)
        }}
        onDeed={(deed) => (deed === 'rename' ? setRenaming(chosen) : setDialog(deed))}
      />
      {catalogs.length === 0 ? (
        <EmptyState icon={<CatalogIcon data-size="32" />} text={t('manager.empty')} />
      ) : (
        <Tree
          nodes={nodes}
          label={t('manager.label')}
          current={undefined}
          filtered={shown}
          open={open}
          onOpen={toggle}
          pathOf={() => ''}
          choosing={{ onChoose: ({ key }) => choose(key), endOf }}
          layer={(next) => {
            view.current = next
            return (
              <TreeLayer
                view={next}
                item_id={item_id}
                nodes={nodes}
                isLimited={isLimited}
                isCatalogsOnly
                renaming={renaming}
                onRenaming={setRenaming}
              />
            )
          }}
        />
      )}
      <LazyBoundary>
        {dialog === 'add' && <NewCatalog item_id={item_id} parent={parent} onClose={close} />}
        {chosen && dialog === 'sort' && <SortPagesDialog item_id={item_id} parent={chosen} onClose={close} />}
        {chosen && dialog === 'carry' && <CopyMoveDialog item={item} node={chosen} isMove onClose={close} />}
        {chosen && dialog === 'delete' && <DeleteCatalog item_id={item_id} catalog={chosen} onClose={close} />}
      </LazyBoundary>
    </div>
  )
}
