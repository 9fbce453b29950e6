import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { type PageNode } from '#web/features/item/tree/index.ts'
import {
  type Filtered,
  filterTree,
  Tree,
  type TreeActions,
  type useOpenCatalogs,
} from '#web/features/tree/view/index.tsx'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate, useLocation } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon, MoreIcon, SearchIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { newPagePath, pagePath, useCurrentItem } from './current-item.ts'
import { panelAtom } from './panels.ts'
import styles from './tree-panel.module.css'
import { unreadChangesAtom } from './unread-changes.ts'

const TreeEditing = lazyComponent(async () => (await import('./tree-editing.tsx')).TreeEditing)

/** The props of the tree panel. */
export interface TreePanelProps {
  current: PageNode | undefined
  catalogs: ReturnType<typeof useOpenCatalogs>
  /** Called when a page is chosen: closes the drawer. */
  onPick?: () => void
}

/** The result of searching the contents: the terms, and the ids of the matching pages, or why there are none. */
type Found = { text: string; isSearching?: boolean; pages?: ReadonlySet<string>; failure?: string }

const searchContentsAtom = atom(null, async (_get, _set, item_id: string, text: string): Promise<Found> => {
  try {
    const { pages } = await api.item.search({ item_id, keyword: text })
    return { text, pages: new Set(pages.map(({ page_id }) => page_id)) }
  } catch (error) {
    return { text, failure: getErrorMessage(error) }
  }
})

/** The filter over the tree: names at once, contents on request. */
interface TreeSearch {
  text: string
  setText: (text: string) => void
  filtered: Filtered | undefined
  /** The result of searching the contents for these terms. */
  contents: Found | undefined
  searchContents: () => Promise<void>
}

/** Filters the tree of the item by names, and by contents on request. */
function useTreeSearch(): TreeSearch {
  const { item_id, nodes } = useCurrentItem()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found>()
  const search = useSetAtom(searchContentsAtom)
  const contents = found?.text === text.trim() ? found : undefined
  const pages = contents?.pages
  const filtered = useMemo(() => filterTree(nodes, text, pages), [nodes, text, pages])
  const searchContents = async () => {
    const wanted = text.trim()
    setFound({ text: wanted, isSearching: true })
    const next = await search(item_id, wanted)
    setFound((now) => (now?.text === wanted ? next : now)) // other terms may have been requested in the meantime
  }
  return { text, setText, filtered, contents, searchContents }
}

/** Shows what the filter above the tree has found, and a button to search the contents as well. */
function TreeStatus(props: { filtered: Filtered | undefined; contents: TreeSearch['contents']; onSearch: () => void }) {
  const { filtered, contents, onSearch } = props
  const { t } = useTranslation('viewer')
  const words = () => {
    if (!filtered) return undefined
    if (contents?.isSearching) return t('tree.searching')
    if (contents?.failure) return contents.failure
    const titles = t('tree.titles', { count: filtered.hits })
    if (contents) return t('tree.found', { titles, pages: t('tree.pages', { count: filtered.contents }) })
    return filtered.hits === 0 ? t('tree.none') : t('tree.hits', { count: filtered.hits })
  }
  return (
    <div className={filtered ? styles.hits : undefined}>
      <span className={filtered ? undefined : 'visually-hidden'} role="status">
        {words()}
      </span>
      {filtered && !contents && (
        <button type="button" className={styles.search} onClick={onSearch}>
          {t('tree.searchContents')}
        </button>
      )}
    </div>
  )
}

const ItemModelsLink = lazyComponent(async () => (await import('./item-models.tsx')).ItemModelsLink, 'reading')

const TreeFootMenu = lazyComponent(async () => (await import('./tree-footer-menu.tsx')).TreeFooterMenu)

/** Below the tree: adds a page (in the catalog of the current one) or a catalog, and more. */
function TreeFooter({ current }: { current: PageNode | undefined }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const openPanel = useSetAtom(panelAtom)
  // a user limited to catalogs adds nothing at the top level
  const own = item.isLimited ? item.nodes.find((node) => node.kind === 'catalog') : undefined
  const more = (
    <IconButton size="s" label={t('tree.more')}>
      <MoreIcon />
    </IconButton>
  )
  return (
    <div className={styles.foot}>
      <ButtonLink to={newPagePath(item, current?.parent?.id ?? own?.id)} variant="ghost" size="s" icon={<AddIcon />}>
        {t('tree.page')}
      </ButtonLink>
      <Button
        variant="ghost"
        size="s"
        icon={<AddIcon />}
        onClick={() => openPanel({ kind: 'addCatalog', parent: own })}
      >
        {t('tree.catalog')}
      </Button>
      <span className={styles.more}>
        <LazyBoundary fallback={more}>
          <TreeFootMenu trigger={more} current={current} />
        </LazyBoundary>
      </span>
    </div>
  )
}

const isModels = (path: string): boolean => path.split('/')[2] === 'models'

/** The tree of the item with its filter, and for editors the buttons to add to it. */
export function TreePanel({ current, catalogs: [open, setOpen], onPick }: TreePanelProps) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const changed = useAtomValue(unreadChangesAtom)
  const hasApi = useMemo(() => item.pages.some(({ method }) => method !== ''), [item])
  const [path] = useLocation()
  const { text, setText, filtered, contents, searchContents } = useTreeSearch()
  const [menuOf, setMenuOf] = useState<TreeActions['menuOf']>()
  const takeMenu = useCallback((next: TreeActions['menuOf']) => setMenuOf(() => next), [])
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const itemActions: TreeActions = { menuOf, addPage: (catalog) => navigate(newPagePath(item, catalog?.id)) }

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
        actions={item.canEdit ? itemActions : undefined}
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
      {hasApi && (
        <LazyBoundary>
          <ItemModelsLink isCurrent={isModels(path)} onPick={onPick} />
        </LazyBoundary>
      )}
      {item.canEdit && <TreeFooter current={current} />}
    </div>
  )
}
