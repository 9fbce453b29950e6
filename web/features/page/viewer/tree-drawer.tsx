import { Drawer } from '#web/ui/drawer.tsx'
import { useCurrentItem } from './current-item.ts'
import styles from './tree-drawer.module.css'
import { TreePanel, type TreePanelProps } from './tree-panel.tsx'

/** The tree in a drawer, on small screens; choosing a page closes it. */
export function TreeDrawer({ onClose, ...tree }: Omit<TreePanelProps, 'onPick'> & { onClose: () => void }) {
  const item = useCurrentItem()
  return (
    <Drawer open side="left" title={item.name} onClose={onClose}>
      <div className={styles.drawer}>
        <TreePanel {...tree} onPick={onClose} />
      </div>
    </Drawer>
  )
}
