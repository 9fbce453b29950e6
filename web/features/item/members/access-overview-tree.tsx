import { useMemo, useState } from 'react'
import type { TreeNode } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import {
  CatalogIcon,
  CheckIcon,
  ChevronRightIcon,
  EditIcon,
  HideIcon,
  OpenCatalogIcon,
  PageIcon,
} from '#web/ui/icons.ts'
import styles from './access-overview.module.css'
import { type EffectiveAccess, getAccessLevel, grantPaths } from './access-overview.ts'
import { type AccessOverviewRow, buildAccessRows, initiallyOpen } from './access-overview-rows.ts'
import { useGrantPathLabel } from './use-grant-path-label.ts'

const icons = { none: HideIcon, read: CheckIcon, edit: EditIcon } as const

function Row(props: { row: AccessOverviewRow; sight: EffectiveAccess | undefined; onToggle: () => void }) {
  const { row, sight, onToggle } = props
  const { node, level, first, isOpen } = row
  const { t } = useTranslation('member')
  const wayWords = useGrantPathLabel()
  const mark = getAccessLevel(sight, first)
  const Mark = icons[mark]
  const reasons = level === 1 && sight && mark !== 'none' ? [...new Set(grantPaths(sight, first).map(wayWords))] : []
  const KindIcon = node.kind === 'page' ? PageIcon : isOpen ? OpenCatalogIcon : CatalogIcon
  const name = (
    <>
      <KindIcon />
      <span className={styles.name}>{node.title}</span>
    </>
  )
  return (
    <li className={styles.row} data-mark={mark} style={{ paddingInlineStart: `${(level - 1) * 20}px` }}>
      {node.kind === 'catalog' ? (
        <button type="button" className={styles.node} aria-expanded={isOpen} onClick={onToggle}>
          <span className={styles.arrow}>
            <ChevronRightIcon />
          </span>
          {name}
        </button>
      ) : (
        <span className={styles.node} data-page="">
          {name}
        </span>
      )}
      {reasons.length > 0 && <span className={styles.reason}>{reasons.join(t('limit.between'))}</span>}
      <span className={styles.mark}>
        <Mark />
        {t(`mark.${mark}`)}
      </span>
    </li>
  )
}

/** The tree of an item with a person's permission on each part, and the reason. */
export function AccessOverviewTree({ tree, sight }: { tree: readonly TreeNode[]; sight: EffectiveAccess | undefined }) {
  const { t } = useTranslation('member')
  const [open, setOpen] = useState(() => initiallyOpen(tree))
  const rows = useMemo(() => buildAccessRows(tree, open), [tree, open])
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  if (tree.length === 0) return <EmptyState icon={<PageIcon data-size="32" />} text={t('sight.empty')} />
  return (
    <ul className={styles.tree} aria-label={t('sight.tree')}>
      {rows.map((row) => (
        <Row key={row.node.key} row={row} sight={sight} onToggle={() => toggle(row.node.id)} />
      ))}
    </ul>
  )
}
