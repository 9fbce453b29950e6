import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { itemTypes } from '#shared/item-types.ts'
import { usePaletteEntries } from '#web/app/layout/index.tsx'
import { ItemDialogHost } from '#web/features/item/menu/index.tsx'
import {
  cachedItemsAtom,
  groupsAtom,
  itemListAtom,
  itemPath,
  itemsKey,
  refetchIfStaleAtom,
  reloadGroupsAtom,
  reloadItemsAtom,
  TypeIcon,
  typeIcons,
} from '#web/features/item/my-items/index.tsx'
import { finishedJobsAtom } from '#web/features/jobs/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnReconnect } from '#web/lib/online.ts'
import { queryValue } from '#web/lib/query.ts'
import { currentPath, href, navigate, useLocation, useSearchParams, useTitle } from '#web/lib/route.ts'
import { onStoredElsewhere } from '#web/lib/storage.ts'
import { useRefetchOnFocus } from '#web/lib/use-refetch-on-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CopyIcon, ImportIcon, ListIcon, SearchIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { CardsIcon, CodeFileIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { dialogAtom } from './dialog-atom.ts'
import { type GroupKey, parseGroupKey, shownGroup } from './group.ts'
import { GroupNav } from './group-nav.tsx'
import styles from './item-list.module.css'
import { Items, ItemsLoading } from './items.tsx'
import { pageSearchAtom } from './search-atoms.ts'
import { type Sort, sortItems } from './sort-and-filter.ts'
import { lastGroupAtom, sortAtom, viewAtom } from './view-atoms.ts'

function useGroupName(group: GroupKey): string {
  const { t } = useTranslation('item-list')
  const read = useAtomValue(groupsAtom)
  if (group === 'all') return t('title')
  if (group === 'starred' || group === 'archived') return t(`group.${group}`)
  return queryValue(read)?.find(({ id }) => id === group)?.group_name ?? t('title')
}

/** Returns the group to show: the one in the URL, or else the one chosen last in this browser. */
function useGroup(): GroupKey {
  const [query] = useSearchParams()
  const [last, remember] = useAtom(lastGroupAtom)
  const read = useAtomValue(groupsAtom)
  const named = parseGroupKey(query.get('group'))
  useEffect(() => {
    if (named && named !== last) remember(named)
  }, [named, last, remember])
  return shownGroup(named ?? last, queryValue(read))
}

/** The delay after the last key before the URL is updated, in ms: browsers limit how often it may change. */
const settleMs = 300

/** Keeps the filter in the URL as `?q=`, so that reloading and going back restore it. */
function useFilterInAddress(filter: string): void {
  useEffect(() => {
    const timer = window.setTimeout(() => {
      const query = new URLSearchParams(window.location.search)
      if ((query.get('q') ?? '') === filter || window.location.pathname !== href('/item/index')) return
      if (filter) query.set('q', filter)
      else query.delete('q')
      navigate(`/item/index${query.size > 0 ? `?${query}` : ''}`, { replace: true })
    }, settleMs)
    return () => window.clearTimeout(timer)
  }, [filter])
}

const NewItem = lazyComponent(async () => (await import('#web/features/item/form/index.tsx')).NewItem)
const ImportDialog = lazyComponent(async () => (await import('#web/features/item/import/index.tsx')).ImportDialog)
const ImportInto = lazyComponent(async () => (await import('#web/features/item/import/index.tsx')).ImportInto)
const CopyChoice = lazyComponent(async () => (await import('./copy-choice.tsx')).CopyChoice)
const GroupsDialog = lazyComponent(async () => (await import('#web/features/item/groups/index.tsx')).GroupsDialog)

/** The dialogs over the list. The URL may open one: `/item/add`, `?import=ID`. */
function ListDialogs() {
  const [dialog, setDialog] = useAtom(dialogAtom)
  const [path] = useLocation()
  const [query] = useSearchParams()
  const wanted = query.get('import')
  const adds = path === '/item/add'
  useEffect(() => {
    if (adds) setDialog({ kind: 'new', type: 'regular' })
    else if (wanted !== null) setDialog({ kind: 'import', ...(wanted && { item_id: wanted }) })
  }, [adds, wanted, setDialog])
  useEffect(() => () => setDialog(null), [setDialog])
  const close = () => {
    setDialog(null)
    if (/^\/item\/add|[?&]import=/.test(currentPath())) navigate('/item/index', { replace: true })
  }
  if (dialog === null) return null
  return (
    <LazyBoundary>
      {dialog.kind === 'new' && <NewItem first={dialog.type} onClose={close} />}
      {dialog.kind === 'copy' && <CopyChoice onClose={close} />}
      {dialog.kind === 'groups' && <GroupsDialog onClose={close} />}
      {dialog.kind === 'describe' && <ImportDialog open from="description" onClose={close} />}
      {dialog.kind === 'import' && dialog.item_id === undefined && <ImportDialog open onClose={close} />}
      {dialog.kind === 'import' && dialog.item_id && <ImportInto item_id={dialog.item_id} onClose={close} />}
    </LazyBoundary>
  )
}

/** Adds the items, and the actions that create one, to the command palette. */
function ItemCommands() {
  const { t, i18n } = useTranslation('item-list')
  const items = useAtomValue(cachedItemsAtom)
  const openDialog = useSetAtom(dialogAtom)
  const entries = useMemo(
    () => [
      ...sortItems(items ?? [], 'updated', i18n.language).map((item) => ({
        id: `item${item.item_id}`,
        group: t('title'),
        title: item.item_name,
        hint: getOwnerName(item),
        words: `${item.item_description} ${item.item_domain} ${item.username} ${item.owner_name}`,
        icon: <TypeIcon item_type={item.item_type} />,
        to: itemPath(item),
      })),
      {
        id: 'item-new',
        group: t('palette'),
        title: t('new'),
        icon: <AddIcon />,
        run: () => openDialog({ kind: 'new', type: 'regular' as const }),
      },
      {
        id: 'item-import',
        group: t('palette'),
        title: t('import'),
        icon: <ImportIcon />,
        run: () => openDialog({ kind: 'import' }),
      },
    ],
    [items, t, i18n.language, openDialog],
  )
  usePaletteEntries('items', entries)
  return null
}

/** The button that creates an item: of a type, as a copy, from a file, or from an API description. */
function NewItemMenu() {
  const { t } = useTranslation(['item-list', 'my-items'])
  const openDialog = useSetAtom(dialogAtom)
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="primary" icon={<AddIcon />}>
          {t('new')}
        </Button>
      }
      entries={[
        ...Object.values(itemTypes).map(({ name: type }) => {
          const Icon = typeIcons[type]
          return {
            id: type,
            label: t(`my-items:type.${type}`),
            icon: <Icon />,
            onSelect: () => openDialog({ kind: 'new', type }),
          }
        }),
        { kind: 'separator', id: 'others' },
        { id: 'copy', label: t('copy.entry'), icon: <CopyIcon />, onSelect: () => openDialog({ kind: 'copy' }) },
        { id: 'import', label: t('import'), icon: <ImportIcon />, onSelect: () => openDialog({ kind: 'import' }) },
        {
          id: 'describe',
          label: t('describe'),
          icon: <CodeFileIcon />,
          onSelect: () => openDialog({ kind: 'describe' }),
        },
      ]}
    />
  )
}

/** Search, sort order, view, and the button that creates an item. */
function Toolbar({ filter, onFilter }: { filter: string; onFilter: (filter: string) => void }) {
  const { t } = useTranslation('item-list')
  const [sort, setSort] = useAtom(sortAtom)
  const [view, setView] = useAtom(viewAtom)
  const { busy } = useAtomValue(pageSearchAtom)
  return (
    <>
      <div className={styles.filter}>
        <TextInput
          type="search"
          icon={<SearchIcon />}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={filter}
          onValue={onFilter}
          onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
          autoComplete="off"
          maxLength={200}
          {...(busy && { end: <Spinner /> })}
        />
      </div>
      <div className={styles.sort}>
        <Select<Sort>
          aria-label={t('sort.label')}
          value={sort}
          onValue={setSort}
          options={[
            { value: 'updated', label: t('sort.updated') },
            { value: 'name', label: t('sort.name') },
            { value: 'own', label: t('sort.own') },
          ]}
        />
      </div>
      <div className={styles.views} role="group" aria-label={t('view.label')}>
        <IconButton label={t('view.cards')} aria-pressed={view === 'cards'} onClick={() => setView('cards')}>
          <CardsIcon />
        </IconButton>
        <IconButton label={t('view.rows')} aria-pressed={view === 'rows'} onClick={() => setView('rows')}>
          <ListIcon />
        </IconButton>
      </div>
      <NewItemMenu />
    </>
  )
}

function List() {
  const [filter, setFilter] = useState(() => new URLSearchParams(window.location.search).get('q') ?? '')
  const reload = useSetAtom(reloadItemsAtom)
  const reloadGroups = useSetAtom(reloadGroupsAtom)
  const freshen = useSetAtom(refetchIfStaleAtom)
  const finished = useAtomValue(finishedJobsAtom)
  // drawn once, with its counts: what loads later would shift what is already there
  const isKnown = [useAtomValue(itemListAtom), useAtomValue(groupsAtom)].every((result) => result !== undefined)
  const group = useGroup()
  const name = useGroupName(group)
  // The list updates after typing and selecting, at a lower priority.
  const shownGroup = useDeferredValue(group)
  const keyword = useDeferredValue(filter.trim())
  const clear = useCallback(() => setFilter(''), [])
  useTitle(name)
  useFilterInAddress(filter)
  useRefetchOnFocus(freshen)
  useOnReconnect(reload)
  useEffect(() => onStoredElsewhere(itemsKey, reload), [reload])
  const finishedBefore = useRef(finished)
  useEffect(() => {
    if (finishedBefore.current === finished) return
    finishedBefore.current = finished
    reload()
    reloadGroups()
  }, [reload, reloadGroups, finished])
  return (
    <div className={styles.page}>
      {isKnown ? <GroupNav group={group} /> : <div className={styles.side} />}
      <div className={styles.main}>
        <div className={styles.bar}>
          <h1 className={styles.title} dir="auto">
            {name}
          </h1>
          <Toolbar filter={filter} onFilter={setFilter} />
        </div>
        <Suspense fallback={<ItemsLoading />}>
          <Items group={shownGroup} keyword={keyword} onClear={clear} />
        </Suspense>
        <ItemCommands />
      </div>
      <ListDialogs />
      <ItemDialogHost />
    </div>
  )
}

/** The item list, the first screen after sign-in. */
export function ItemList() {
  return boot.setup_needed ? <RedirectTo path="/setup" /> : <List />
}
