import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { HeaderSlot, paletteOpenAtom, paletteSearchAtom, usePaletteEntries } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { rememberItem } from '#web/features/item/recent/index.tsx'
import { catalogsAbove, onTreeChanged, type PageNode } from '#web/features/item/tree/index.ts'
import { matchesFilter, useOpenCatalogs } from '#web/features/tree/view/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { Link, navigate, signInPath, useTitleEnd } from '#web/lib/route.ts'
import { useRefetchOnFocus } from '#web/lib/use-refetch-on-focus.ts'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, EditIcon, LinkIcon, MoreIcon, PageIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { passwordPath } from './addresses.ts'
import { CurrentItemProvider, editPath, newPagePath, pagePath, toCurrentItem, useCurrentItem } from './current-item.ts'
import { Failure } from './failure.tsx'
import styles from './item-loader.module.css'
import { ItemNotFound } from './not-found-screens.tsx'
import { PageArea } from './page-area.tsx'
import { panelAtom } from './panels.ts'
import { fullScreenAtom, treeWidthAtom } from './preferences.ts'
import { TreeButton, useIsTreeDocked } from './tree-button.tsx'
import { TreePanel } from './tree-panel.tsx'
import { TreeResizer } from './tree-resizer.tsx'
import { useCopyLink } from './use-copy-link.ts'
import { ViewerSkeleton } from './viewer-skeleton.tsx'

/** Redirects to the screen that asks for the access password. */
export function RedirectToPassword({ itemRef, page_id }: { itemRef: string; page_id: string | undefined }) {
  useEffect(() => navigate(passwordPath(itemRef, page_id), { replace: true }), [itemRef, page_id])
  return null
}

/** Redirects to the sign-in page and back here: this site is open to signed-in users only. */
export function RedirectToSignIn() {
  useEffect(() => navigate(signInPath(), { replace: true }), [])
  return null
}

const Panels = lazyComponent(async () => (await import('./panels-host.tsx')).PanelsHost)

/** The header of an item that is a docs site. */
export const SiteBrand = lazyComponent(
  async () => (await import('#web/features/page/docs-site/index.tsx')).SiteBrand,
  'first',
)

const ItemModels = lazyComponent(async () => (await import('./item-models.tsx')).ItemModels, 'reading')

const OpenedItemMenu = lazyComponent(async () => (await import('./opened-item-menu.tsx')).OpenedItemMenu)

/** The menu of the current item, next to its name; for signed-in users. Loaded on first use. */
function ItemMenu() {
  const { t } = useTranslation('viewer')
  const user = useAtomValue(userAtom)
  const [wanted, setWanted] = useState(false)
  if (!user) return null
  const trigger = (
    <IconButton size="s" label={t('head.itemMenu')}>
      <MoreIcon />
    </IconButton>
  )
  const alone = (
    <IconButton size="s" label={t('head.itemMenu')} aria-haspopup="menu" onClick={() => setWanted(true)}>
      <MoreIcon />
    </IconButton>
  )
  if (!wanted) return alone
  return (
    <LazyBoundary fallback={alone}>
      <OpenedItemMenu trigger={trigger} />
    </LazyBoundary>
  )
}

const most = 30
const mostUnasked = 8

/** Adds the pages of the item and the actions of the current page to the command palette. */
function useItemCommands(current: PageNode | undefined): void {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const copyLink = useCopyLink()
  const [query, setQuery] = useState('')
  const isOpen = useAtomValue(paletteOpenAtom)
  const setSearch = useSetAtom(paletteSearchAtom)

  const cat_id = current?.parent?.id
  useEffect(() => {
    const newPage = item.canEdit && !item.isOnePage ? newPagePath(item, cat_id) : undefined
    setSearch({ onQuery: setQuery, item: { item_id: item.item_id, name: item.name, newPage } })
    return () => setSearch(null)
  }, [setSearch, item, cat_id])
  if (!isOpen && query !== '') setQuery('')

  // of 5,000 pages only the first ones that fit are passed on: the palette renders everything it gets
  const pages = useMemo((): PaletteEntry[] => {
    if (!isOpen) return []
    const where = (page: PageNode) =>
      catalogsAbove(page)
        .map(({ title }) => title)
        .join(' / ')
    const found: PaletteEntry[] = []
    for (const page of item.pages) {
      const hint = where(page)
      if (!matchesFilter(`${page.title} ${hint}`, query)) continue
      found.push({
        id: `page${page.id}`,
        group: t('palette.pages', { item: item.name }),
        title: page.title,
        icon: <PageIcon />,
        to: pagePath(item, page.id),
        ...(hint && { hint }),
      })
      if (found.length >= (query ? most : mostUnasked)) break
    }
    return found
  }, [isOpen, query, item, t])

  const actions = useMemo((): PaletteEntry[] => {
    const group = t('palette.actions')
    const entries: PaletteEntry[] = []
    if (current && item.canEdit) {
      const to = editPath(item, current.id)
      entries.push({ id: 'edit', group, title: t('page.edit'), icon: <EditIcon />, shortcut: 'e', to })
    }
    if (item.canEdit && !item.isOnePage) {
      const to = newPagePath(item, current?.parent?.id)
      entries.push({ id: 'new', group, title: t('tree.newHere'), icon: <AddIcon />, shortcut: 'n', to })
    }
    if (current) {
      const run = () => copyLink(current.id)
      entries.push({ id: 'copy', group, title: t('page.copyLink'), icon: <LinkIcon />, run })
    }
    return entries
  }, [current, item, t, copyLink])

  usePaletteEntries(
    'viewer',
    useMemo(() => [...pages, ...actions], [pages, actions]),
  )
}

/** An open item: its tree, and the page of the address (or the first one), or its models. */
function ItemView({ wanted, model }: { wanted: string | undefined; model: string | undefined }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const page_id = model === undefined ? (wanted ?? item.firstPage) : undefined
  const current = item.pages.find(({ id }) => id === page_id)
  const catalogs = useOpenCatalogs(item.item_id, current)
  const panel = useAtomValue(panelAtom)
  const width = useAtomValue(treeWidthAtom)
  const setFull = useSetAtom(fullScreenAtom)
  const hasTree = !item.isOnePage
  const showsTree = useIsTreeDocked() && hasTree
  useItemCommands(current)
  useTitleEnd(item.site?.site_name)
  const name = (
    <Link href={`/${item.ref}`} className={styles.item} title={item.name}>
      {item.name}
    </Link>
  )
  useEffect(() => rememberItem(item.item_id), [item.item_id])
  useEffect(() => () => setFull(false), [setFull]) // other screens are not full screen

  return (
    <>
      {hasTree && <TreeButton />}
      <HeaderSlot name="item">
        {item.site ? (
          <LazyBoundary fallback={name}>
            <SiteBrand site={item.site} item_id={item.item_id} to={`/${item.ref}`} page_id={page_id} />
          </LazyBoundary>
        ) : (
          name
        )}
      </HeaderSlot>
      <HeaderSlot name="itemMenu">
        <ItemMenu />
      </HeaderSlot>
      <div className={styles.viewer}>
        {showsTree && (
          <nav className={styles.side} style={{ width }} aria-label={t('tree.label')} data-no-print="">
            <TreePanel current={current} catalogs={catalogs} />
            <TreeResizer />
          </nav>
        )}
        {model === undefined ? (
          <PageArea page_id={page_id} wanted={wanted} />
        ) : (
          <LazyBoundary>
            <ItemModels name={model} />
          </LazyBoundary>
        )}
      </div>
      <LazyBoundary>{panel && <Panels panel={panel} current={current} catalogs={catalogs} />}</LazyBoundary>
    </>
  )
}

/**
 * Opens the item of the address, or says why it cannot be opened.
 *
 * @param props.model the model to show in place of a page; empty for the list of all
 */
export function ItemLoader(props: { itemRef: string; wanted: string | undefined; model?: string }) {
  const { itemRef, wanted, model } = props
  const items = useAtomValue(itemsAtom)
  const [answer, ask] = useCachedQuery(itemsAtom, itemRef)
  const info = answer && 'value' in answer ? answer.value : undefined
  const item = info && toCurrentItem(info)
  useRefetchOnFocus(ask)
  useEffect(() => {
    if (!item) return
    items.alias(itemRef, item.item_id)
    items.alias(itemRef, item.ref)
  }, [items, item, itemRef])
  const item_id = item?.item_id
  useEffect(() => onTreeChanged((changed) => changed === item_id && void ask(0)), [item_id, ask])
  // the host of a docs site shows nothing else
  if (item && boot.docs_site && item.site?.main_item_id !== boot.docs_site.item_id)
    return <ItemNotFound itemRef={itemRef} />
  if (item) {
    return (
      <CurrentItemProvider value={item}>
        <ItemView wanted={wanted} model={model} />
      </CurrentItemProvider>
    )
  }
  if (!answer || !('error' in answer)) return <ViewerSkeleton />
  const { error } = answer
  if (isApiError(error, 'itemPasswordNeeded')) return <RedirectToPassword itemRef={itemRef} page_id={wanted} />
  if (isApiError(error, 'loginForced')) return <RedirectToSignIn />
  if (isApiError(error, 'itemUnknown') || isApiError(error, 'badParameter')) return <ItemNotFound itemRef={itemRef} />
  return <Failure error={error} onRetry={() => void ask('again')} />
}
