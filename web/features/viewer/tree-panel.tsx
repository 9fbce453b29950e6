import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { type PageNode, Tree, type TreeDeeds, type useOpenCatalogs } from '#web/features/tree/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { navigate } from '#web/lib/route.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { changedAtom } from './changed-atom.ts'
import { TreeFoot } from './tree-foot.tsx'
import styles from './tree-panel.module.css'
import { TreeStatus } from './tree-status.tsx'
import { useTreeSearch } from './use-tree-search.ts'
import { newPagePath, pagePath, useViewedItem } from './viewed-item.ts'

const TreeEditing = later(async () => (await import('./tree-editing.tsx')).TreeEditing)

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
  const changed = useAtomValue(changedAtom)
  const { text, setText, filtered, contents, searchContents } = useTreeSearch()
  const [menuOf, setMenuOf] = useState<TreeDeeds['menuOf']>()
  const takeMenu = useCallback((next: TreeDeeds['menuOf']) => setMenuOf(() => next), [])
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const deeds: TreeDeeds = { menuOf, addPage: (catalog) => navigate(newPagePath(item, catalog?.id)) }

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
        deeds={item.canEdit ? deeds : undefined}
        layer={
          item.canEdit
            ? (view) => (
                <OnDemand>
                  <TreeEditing view={view} onMenu={takeMenu} />
                </OnDemand>
              )
            : undefined
        }
      />
      {item.canEdit && <TreeFoot current={current} />}
    </div>
  )
}
