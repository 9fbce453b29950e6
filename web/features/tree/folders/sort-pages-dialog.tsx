import i18next from 'i18next'
import { useState } from 'react'
import { type CatalogNode, flattenTree, type TreeNode } from '#web/features/item/tree/index.ts'
import { shortDate } from '#web/lib/format.ts'
import { currentLang, langTag, useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { CatalogIcon, PageIcon } from '#web/ui/icons.ts'
import { SortIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { CatalogSelect } from './catalog-select.tsx'
import styles from './dialogs.module.css'
import { renumber } from './move-rules.ts'
import { useArrange } from './use-arrange.ts'
import { useItemTree } from './use-item-tree.ts'
import { formatCatalogPath } from './use-move.ts'

function Line({ node }: { node: TreeNode }) {
  return (
    <span className={styles.line}>
      {node.kind === 'page' ? <PageIcon /> : <CatalogIcon />}
      <span className={styles.name} title={node.title}>
        {node.title}
      </span>
      {node.kind === 'page' && node.addtime > 0 && <span className={styles.aside}>{shortDate(node.addtime)}</span>}
    </span>
  )
}

/** How the contents of a catalog are sorted. */
type SortOrder = 'hand' | 'name' | 'newest' | 'oldest'

/** Sorts the nodes of one kind among the positions of this kind. */
function among(nodes: readonly TreeNode[], kind: TreeNode['kind'], compare: (a: TreeNode, b: TreeNode) => number) {
  const sorted = nodes.filter((node) => node.kind === kind).toSorted(compare)
  return nodes.map((node) => (node.kind === kind ? (sorted.shift() ?? node) : node))
}

const savedAt = (node: TreeNode): number => (node.kind === 'page' ? node.addtime : 0)

/**
 * Returns the nodes sorted by name, or by the time they were saved. Catalogs and pages each keep their positions: which
 * comes first, a catalog or a page, is left to manual sorting.
 *
 * @param tag the language whose collation applies
 */
function sortedBy(nodes: readonly TreeNode[], order: SortOrder, tag: string): TreeNode[] {
  if (order === 'hand') return [...nodes]
  if (order === 'name') {
    const { compare } = new Intl.Collator(tag, { numeric: true })
    const byName = (a: TreeNode, b: TreeNode) => compare(a.title, b.title)
    return among(among(nodes, 'page', byName), 'catalog', byName)
  }
  const sign = order === 'newest' ? -1 : 1
  return among(nodes, 'page', (a, b) => sign * (savedAt(a) - savedAt(b)))
}

/** Sorts the contents of a catalog (or of the top level): by hand, by name, by date; the list previews the result. */
export function SortPagesDialog(props: { item_id: string; parent: CatalogNode | undefined; onClose: () => void }) {
  const { item_id, onClose } = props
  const { t } = useTranslation('catalog')
  const { nodes, info } = useItemTree(item_id)
  const arrange = useArrange(item_id)
  const [cat_id, setCatId] = useState(Number(props.parent?.id ?? 0))
  const [order, setOrder] = useState<SortOrder>('hand')
  const [byHand, setByHand] = useState<readonly TreeNode[]>()
  const parent = flattenTree(nodes).find((node) => node.key === `c${cat_id}`)
  const catalog = parent?.kind === 'catalog' ? parent : undefined
  const present = catalog ? catalog.children : nodes
  const list = byHand ?? sortedBy(present, order, langTag(currentLang()))
  const places = renumber(list, cat_id)
  const isSame = list.every((node, at) => node.key === present[at]?.key)

  const move = (from: number, to: number) => {
    const node = list[from]
    if (!node) return
    setByHand(list.toSpliced(from, 1).toSpliced(to, 0, node))
    setOrder('hand')
  }
  const save = () => {
    onClose()
    if (isSame) return
    const place = () => (catalog ? formatCatalogPath(catalog) : i18next.t('catalog:select.top'))
    arrange(
      places,
      localized(() => i18next.t('catalog:sort.done', { place: place() })),
      `sort${cat_id}`,
    )
  }
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      onSubmit={save}
      title={t('sort.title')}
      dirty={!isSame}
      footer={
        <>
          <Button onClick={onClose}>{t('new.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={isSame}>
            {t('sort.save')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field label={t('sort.catalog')}>
          <CatalogSelect
            item_id={item_id}
            value={cat_id}
            noTop={info?.is_limited ?? false}
            onValue={(chosen) => {
              setCatId(chosen)
              setByHand(undefined)
            }}
          />
        </Field>
        <Field label={t('sort.order')}>
          <Select
            value={order}
            onValue={(chosen) => {
              setOrder(chosen)
              setByHand(undefined)
            }}
            options={[
              { value: 'hand', label: t('sort.byHand') },
              { value: 'name', label: t('sort.byName') },
              { value: 'newest', label: t('sort.byNewest') },
              { value: 'oldest', label: t('sort.byOldest') },
            ]}
          />
        </Field>
      </div>
      {list.length === 0 && <EmptyState icon={<SortIcon data-size="32" />} text={t('sort.empty')} />}
      {list.length > 0 && (
        <SortableList
          label={t('sort.preview')}
          items={list}
          keyOf={(node) => node.key}
          nameOf={(node) => node.title}
          onMove={move}
        >
          {(node) => <Line node={node} />}
        </SortableList>
      )}
    </Dialog>
  )
}
