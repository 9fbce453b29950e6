import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { paletteOpenAtom, paletteSearchAtom, usePaletteEntries } from '#web/app/layout/index.tsx'
import { catalogsAbove, matchesFilter, type PageNode } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'
import { AddIcon, EditIcon, LinkIcon, PageIcon } from '#web/ui/icons.ts'
import { editPath, newPagePath, pagePath, useCurrentItem } from './current-item.ts'
import { useCopyLink } from './use-copy-link.ts'

const most = 30
const mostUnasked = 8

/** Adds the pages of the item and the actions of the current page to the command palette. */
export function useItemCommands(current: PageNode | undefined): void {
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

  const deeds = useMemo((): PaletteEntry[] => {
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
    useMemo(() => [...pages, ...deeds], [pages, deeds]),
  )
}
