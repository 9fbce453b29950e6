import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { filterTree, type PageNode, Tree, type useOpenCatalogs } from '#web/features/tree/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { navigate } from '#web/lib/route.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { TreeFoot } from './tree-foot.tsx'
import styles from './tree-panel.module.css'
import { useTreeDeeds } from './use-tree-deeds.tsx'
import { pagePath, useViewedItem } from './viewed-item.ts'

/** What the panel of the tree takes. */
export interface TreePanelProps {
  current: PageNode | undefined
  catalogs: ReturnType<typeof useOpenCatalogs>
  /** Called when a page is chosen: closes the drawer. */
  onPick?: () => void
}

/** The tree of the item with its filter, and for editors the buttons to add to it. */
export function TreePanel({ current, catalogs: [open, setOpen], onPick }: TreePanelProps) {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const deeds = useTreeDeeds()
  const [filter, setFilter] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const filtered = useMemo(() => filterTree(item.nodes, filter), [item.nodes, filter])
  const isEmpty = filtered?.hits === 0

  const focusTree = () => panel.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') focusTree()
    else if (event.key === 'Enter') {
      const found = item.pages.find(({ key }) => filtered?.keep.has(key))
      if (found) navigate(pagePath(item, found.id))
      if (found) onPick?.()
    } else if (event.key === 'Escape' && filter !== '') setFilter('')
    else if (event.key === 'Escape' && !onPick) box.current?.blur()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const clear = () => {
    setFilter('')
    box.current?.focus()
  }
  useShortcut('/', () => box.current?.focus(), { label: t('keys.filter') })

  return (
    <div ref={panel} className={styles.panel}>
      <div className={styles.filter}>
        <TextInput
          ref={box}
          size="s"
          icon={<SearchIcon />}
          aria-label={t('tree.filter')}
          aria-keyshortcuts="/"
          placeholder={t('tree.filter')}
          autoComplete="off"
          spellCheck={false}
          value={filter}
          onValue={setFilter}
          onKeyDown={onKeyDown}
          end={
            filter && (
              <IconButton size="s" label={t('tree.clear')} onClick={clear}>
                <CloseIcon />
              </IconButton>
            )
          }
        />
      </div>
      <p className={filtered ? styles.hits : 'visually-hidden'} role="status">
        {filtered && (isEmpty ? t('tree.none') : t('tree.hits', { count: filtered.hits }))}
      </p>
      <Tree
        nodes={item.nodes}
        label={t('tree.label')}
        current={current?.id}
        filtered={filtered}
        open={open}
        onOpen={setOpen}
        pathOf={(page) => pagePath(item, page.id)}
        onPick={onPick}
        deeds={deeds}
      />
      {item.canEdit && <TreeFoot cat_id={current?.parent?.id} />}
    </div>
  )
}
