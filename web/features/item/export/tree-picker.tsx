import { useState } from 'react'
import { listPages, type TreeNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { ticksIn } from './choice.ts'
import styles from './export.module.css'

interface Picking {
  ticked: ReadonlySet<string>
  onTicked: (ticked: ReadonlySet<string>) => void
}

function Row({ node, ticked, onTicked }: Picking & { node: TreeNode }) {
  const { t } = useTranslation('export')
  const [isOpen, setOpen] = useState(false)
  const keys = ticksIn(node)
  const count = keys.filter((key) => ticked.has(key)).length
  const toggle = (isTicked: boolean) => {
    const next = new Set(ticked)
    for (const key of keys) {
      if (isTicked) next.add(key)
      else next.delete(key)
    }
    onTicked(next)
  }
  const hasChildren = node.kind === 'catalog' && node.children.length > 0
  return (
    <li>
      <div className={hasChildren ? styles.pick : styles.leaf}>
        {hasChildren && (
          <IconButton
            size="s"
            label={t(isOpen ? 'choice.close' : 'choice.open', { name: node.title })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
          </IconButton>
        )}
        <Checkbox
          label={node.title}
          checked={count === keys.length}
          mixed={count > 0 && count < keys.length}
          onChecked={toggle}
        />
      </div>
      {hasChildren && isOpen && (
        <ul className={styles.inner}>
          {node.children.map((child) => (
            <Row key={child.key} node={child} ticked={ticked} onTicked={onTicked} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The tree of an item with a box to tick at each catalog and page. */
export function TreePicker(props: Picking & { nodes: readonly TreeNode[]; error: string | undefined }) {
  const { nodes, ticked, onTicked, error } = props
  const { t } = useTranslation('export')
  const count = listPages(nodes).filter((page) => ticked.has(page.key)).length
  return (
    <Fieldset label={t('choice.label')} hideLabel>
      <ul className={styles.tree}>
        {nodes.map((node) => (
          <Row key={node.key} node={node} ticked={ticked} onTicked={onTicked} />
        ))}
      </ul>
      <p className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? (nodes.length === 0 ? t('choice.empty') : t('choice.count', { count }))}
      </p>
    </Fieldset>
  )
}
