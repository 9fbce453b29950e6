import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { type PageNode, Tree, type TreeActions, type useOpenCatalogs } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { newPagePath, pagePath, useCurrentItem } from './current-item.ts'
import { TreeFooter } from './tree-footer.tsx'
import styles from './tree-panel.module.css'
import { TreeStatus } from './tree-status.tsx'
import { unreadChangesAtom } from './unread-changes.ts'
import { useTreeSearch } from './use-tree-search.ts'

const TreeEditing = lazyComponent(async () => (await import('./tree-editing.tsx')).TreeEditing)

/** The props of the tree panel. */
export interface TreePanelProps {
  current: PageNode | undefined
  catalogs: ReturnType<typeof useOpenCatalogs>
  /** Called when a page is chosen: closes the drawer. */
  onPick?: () => void
}

/** The tree of the item with its filter, and for editors the buttons to add to it. */
export function TreePanel({ current, catalogs: [open, setOpen], onPick }: TreePanelProps) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const changed = useAtomValue(unreadChangesAtom)
  const { text, setText, filtered, contents, searchContents } = useTreeSearch()
  const [menuOf, setMenuOf] = useState<TreeActions['menuOf']>()
  const takeMenu = useCallback((next: TreeActions['menuOf']) => setMenuOf(() => next), [])
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const deeds: TreeActions = { menuOf, addPage: (catalog) => navigate(newPagePath(item, catalog?.id)) }

  const focusTree = () => panel.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus()
  const openFirst = () => {
    const found = item.pages.find(({ key }) => filtered?.keep.has(key))
    if (found) navigate(pagePath(item, found.id))
    if (found) onPick?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') focusTree()
    else if (event.key === 'Enter') {
      if (contents?.pages) openFirst()
      else if (text.trim() !== '') void searchContents()
    } else if (event.key === 'Escape' && text !== '') setText('')
    else if (event.key === 'Escape' && !onPick) box.current?.blur()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const clear = () => {
    setText('')
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
          aria-description={t('tree.filterHelp')}
          placeholder={t('tree.filter')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onValue={setText}
          onKeyDown={onKeyDown}
          end={
            text && (
              <IconButton size="s" label={t('tree.clear')} onClick={clear}>
                <CloseIcon />
              </IconButton>
            )
          }
        />
      </div>
      <TreeStatus filtered={filtered} contents={contents} onSearch={() => void searchContents()} />
      <Tree
        nodes={item.nodes}
        label={t('tree.label')}
        current={current?.id}
        filtered={filtered}
        open={open}
        onOpen={setOpen}
        pathOf={(page) => pagePath(item, page.id)}
        onPick={onPick}
        changed={changed}
        actions={item.canEdit ? deeds : undefined}
        layer={
          item.canEdit
            ? (view) => (
                <LazyBoundary>
                  <TreeEditing view={view} onMenu={takeMenu} />
                </LazyBoundary>
              )
            : undefined
        }
      />
      {item.canEdit && <TreeFooter current={current} />}
    </div>
  )
}
