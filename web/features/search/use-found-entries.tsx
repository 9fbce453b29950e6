import { useAtomValue } from 'jotai'
import type { PaletteItem } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { itemPath, TypeIcon } from '#web/features/item/data/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'
import { AddIcon, ErrorIcon, PageIcon, SearchIcon } from '#web/ui/icons.ts'
import { catalogPath, hitPath } from './hit-path.ts'
import { parseTyped, searchPath } from './request.ts'
import type { Hit, SearchState } from './search-atoms.ts'

/** The scope of the search, and the actions offered when nothing is found. */
export interface SearchContext {
  /** The typed text. */
  text: string
  /** The item that is searched; undefined for all. */
  scope: PaletteItem | undefined
  /** The open item, whether it is the scope or not. */
  item: PaletteItem | undefined
  /** Removes the scope. */
  searchEverywhere: () => void
}

const withTitle = (path: string, title: string) =>
  `${path}${path.includes('?') ? '&' : '?'}title=${encodeURIComponent(title)}`

/** Returns the results of a search, and further actions, as entries of the palette. */
export function useFoundEntries({ found, request, error, isBusy }: SearchState, around: SearchContext): PaletteEntry[] {
  const { t } = useTranslation('search')
  const user = useAtomValue(userAtom)
  const { text, scope, item, searchEverywhere } = around
  const typed = parseTyped(text)
  if (text.trim() === '') return []
  const entryOf = (hit: Hit): PaletteEntry => ({
    id: `hit${hit.page_id}`,
    group: scope ? t('inItem', { item: scope.name }) : t('pages'),
    title: hit.page_title,
    marks: hit.title_marks,
    ...(hit.kind !== 'title' && hit.snippet && { snippet: { text: hit.snippet, marks: hit.snippet_marks } }),
    hint: [scope ? '' : hit.item_name, catalogPath(hit), relativeTime(hit.addtime)].filter(Boolean).join(' · '),
    icon: <PageIcon />,
    to: hitPath(hit, request?.words ?? ''),
    found: true,
  })
  const pages = found?.list.map(entryOf) ?? []
  const items: PaletteEntry[] = (found?.items ?? []).map((one) => ({
    id: `found${one.item_id}`,
    group: t('found'),
    title: one.item_name,
    marks: one.name_marks,
    hint: one.item_description,
    icon: <TypeIcon item_type={one.item_type} />,
    to: itemPath(one),
    found: true,
  }))
  const isNothing = found !== undefined && !isBusy && pages.length + items.length === 0
  const group = isNothing ? t('nothing', { words: typed.words }) : t('more')
  const offers: PaletteEntry[] = []
  const offer = (entry: Omit<PaletteEntry, 'group' | 'found' | 'offer'>) =>
    offers.push({ ...entry, group, found: true, offer: true })
  if (error !== undefined)
    offer({
      id: 'failed',
      title: t('failed'),
      hint: getErrorMessage(error),
      icon: <ErrorIcon />,
      to: searchPath(typed),
    })
  if (pages.length > 0 && typed.words)
    offer({
      id: 'all',
      title: t('all'),
      icon: <SearchIcon />,
      to: searchPath({ ...typed, ...(scope && { item_id: scope.item_id }) }),
    })
  if (scope && user)
    offer({ id: 'everywhere', title: t('everywhere'), icon: <SearchIcon />, stays: true, run: searchEverywhere })
  if (isNothing && item?.newPage && typed.words)
    offer({
      id: 'create',
      title: t('create', { title: typed.words }),
      icon: <AddIcon />,
      to: withTitle(item.newPage, typed.words),
    })
  return [...pages, ...items, ...offers]
}
