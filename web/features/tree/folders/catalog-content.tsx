import { useMemo, useRef, useState } from 'react'
import { getItemType } from '#shared/item-types.ts'
import {
  type CatalogNode,
  deepestLevel,
  flattenTree,
  getDepth,
  listPages,
  type TreeNode,
} from '#web/features/item/tree/index.ts'
import { Tree, type TreeView } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CatalogIcon, ChevronDownIcon, ChevronUpIcon, EditIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { DragIcon, IndentIcon, MoveIcon, OutdentIcon, SortIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { CopyMoveDialog } from './copy-move-dialog.tsx'
import { DeleteCatalog } from './delete-catalog.tsx'
import styles from './dialogs.module.css'
import { getMoveError, type Step, stepTo, type TreeContext } from './move-rules.ts'
import { NewCatalog } from './new-catalog.tsx'
import { SortPagesDialog } from './sort-pages-dialog.tsx'
import { TreeLayer } from './tree-layer.tsx'
import { useItemTree } from './use-item-tree.ts'
import { useMove } from './use-move.ts'

/** The actions on the selected catalog. */
type ManagerAction = 'add' | 'rename' | 'sort' | 'carry' | 'delete'

const steps = [
  ['up', 'Alt+ArrowUp', ChevronUpIcon],
  ['down', 'Alt+ArrowDown', ChevronDownIcon],
  ['out', 'Alt+ArrowLeft', OutdentIcon],
  ['in', 'Alt+ArrowRight', IndentIcon],
] as const

/** The toolbar above the tree of catalogs, for the selected one. */
function ManagerTools(props: {
  chosen: CatalogNode | undefined
  ground: TreeContext
  onStep: (catalog: CatalogNode, step: Step) => void
  onAction: (action: ManagerAction) => void
}) {
  const { chosen, ground: context, onStep, onAction } = props
  const { t } = useTranslation('catalog')
  const may = (step: Step) => {
    const target = chosen && stepTo(chosen, step, context)
    return chosen !== undefined && target !== undefined && getMoveError(chosen, target.parent, context) === undefined
  }
  const isFixed = !chosen || (context.isLimited && chosen.parent === undefined)
  return (
    <div role="toolbar" aria-label={t('manager.tools')} className={styles.tools}>
      <Button size="s" variant="ghost" icon={<AddIcon />} onClick={() => onAction('add')}>
        {chosen ? t('manager.addInside') : t('manager.add')}
      </Button>
      {steps.map(([step, key, Icon]) => (
        <IconButton
          key={step}
          size="s"
          label={t(`step.${step}`)}
          aria-keyshortcuts={key}
          disabled={!may(step)}
          onClick={() => chosen && onStep(chosen, step)}
        >
          <Icon />
        </IconButton>
      ))}
      <span className={styles.rule} />
      <IconButton size="s" label={t('menu.rename')} disabled={isFixed} onClick={() => onAction('rename')}>
        <EditIcon />
      </IconButton>
      <IconButton size="s" label={t('menu.sort')} disabled={!chosen} onClick={() => onAction('sort')}>
        <SortIcon />
      </IconButton>
      <IconButton size="s" label={t('menu.copyOrMove')} disabled={!chosen} onClick={() => onAction('carry')}>
        <MoveIcon />
      </IconButton>
      <IconButton size="s" label={t('menu.delete')} disabled={isFixed} onClick={() => onAction('delete')}>
        <TrashIcon />
      </IconButton>
    </div>
  )
}

/** The catalogs of an item with all their actions; each change is saved at once and can be undone. */
function CatalogTree(props: {
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
  const treeContext = useMemo((): TreeContext => ({ nodes, isLimited, isCatalogsOnly: true }), [nodes, isLimited])
  const { step } = useMove(item_id, treeContext)
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
        ground={treeContext}
        onStep={(catalog, way) => {
          if (step(catalog, way)) view.current?.focusOn(catalog.key)
        }}
        onAction={(action) => (action === 'rename' ? setRenaming(chosen) : setDialog(action))}
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

/** Shows the catalogs of an item, or why they cannot be changed or shown. */
export function CatalogContent({ item_id }: { item_id: string }) {
  const { t } = useTranslation('catalog')
  const { result, nodes, refetch } = useItemTree(item_id)
  return (
    <QueryBoundary result={result} onRetry={refetch} failed={t('manager.failed')}>
      {(info) => {
        const { isOnePage, hasFolders } = getItemType(info.item_type)
        if (isOnePage) return <Banner>{t('manager.onePage')}</Banner>
        if (!hasFolders) return <Banner>{t('manager.apiClient')}</Banner>
        if (info.is_archived === '1') return <Banner>{t('manager.archived')}</Banner>
        if (!info.item_edit) return <Banner>{t('manager.noRight')}</Banner>
        const item = { item_id: info.item_id, item_name: info.item_name }
        return <CatalogTree item={item} nodes={nodes} isLimited={info.is_limited} />
      }}
    </QueryBoundary>
  )
}
