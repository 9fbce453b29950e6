import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import {
  aboutOpenAtom,
  type PaletteItem,
  paletteEntriesAtom,
  paletteOpenAtom,
  paletteSearchAtom,
  readRecentPages,
  shortcutsOpenAtom,
} from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { itemPath, TypeIcon } from '#web/features/item/my-items/index.tsx'
import { openJobsAtom } from '#web/features/jobs/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { relativeTime } from '#web/lib/format.ts'
import { currentLang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { signInPath } from '#web/lib/route.ts'
import { themeAtom, themeChoiceAtom } from '#web/lib/theme.ts'
import { CommandPalette, type PaletteEntry } from '#web/ui/command-palette.tsx'
import {
  AddIcon,
  ApiItemIcon,
  CloseIcon,
  DarkThemeIcon,
  ErrorIcon,
  ImportIcon,
  InfoIcon,
  LanguageIcon,
  MessageIcon,
  PageIcon,
  SearchIcon,
} from '#web/ui/icons.ts'
import {
  AttachmentIcon,
  CardsIcon,
  HelpIcon,
  KeyboardIcon,
  MembersIcon,
  SettingsIcon,
  UserIcon,
} from '#web/ui/screen-icons.ts'
import { useDelay } from '#web/ui/use-delay.ts'
import { catalogPath, hitPath } from './hit-path.ts'
import { parseTyped, searchPath } from './request.ts'
import { type Hit, type SearchState, searchAtoms } from './search-atoms.ts'
import styles from './search-palette.module.css'

/** How long typing has to pause before the server is queried, in ms. Source: interface guide 4.12. */
const pauseMs = 120

const mostRecent = 6
const { shownAtom, askAtom } = searchAtoms(12)

const wordsOf = (text: string) => parseTyped(text).words
const pathOf = (to: string | undefined) => to?.split(/[?#]/, 1)[0]

function useRecentEntries(isOpen: boolean): PaletteEntry[] {
  const { t } = useTranslation('search')
  const uid = useAtomValue(userAtom)?.uid
  const visits = useMemo(() => (isOpen && uid ? readRecentPages(uid).slice(0, mostRecent) : []), [isOpen, uid])
  return visits.map(({ page_id, page_title, item_name, ref }) => ({
    id: `recent${page_id}`,
    group: t('recent'),
    title: page_title,
    hint: item_name,
    icon: <PageIcon />,
    to: `/${ref}/${page_id}`,
  }))
}

/** The item that is searched, as a removable chip. */
function ScopeChip({ name, label, onRemove }: { name: string; label: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={label} title={label} onClick={onRemove}>
      <span className={styles.name}>{name}</span>
      <CloseIcon />
    </button>
  )
}

/** Returns the screens that the user can navigate to. */
function usePlaces(): PaletteEntry[] {
  const { t } = useTranslation('search')
  const user = useAtomValue(userAtom)
  const openJobs = useSetAtom(openJobsAtom)
  const group = t('goTo')
  const help: PaletteEntry[] = [
    { id: 'guide', group, title: t('guide'), icon: <HelpIcon />, to: '/help', words: 'help 帮助' },
    { id: 'api', group, title: t('apiReference'), icon: <ApiItemIcon />, to: '/help/api' },
  ]
  // the host of a docs site has none of these screens
  if (boot.docs_site) return []
  if (!user) return [{ id: 'signIn', group, title: t('signIn'), icon: <UserIcon />, to: signInPath() }, ...help]
  return [
    { id: 'items', group, title: t('items'), icon: <CardsIcon />, to: '/item/index', shortcut: 'g h' },
    { id: 'messages', group, title: t('messages'), icon: <MessageIcon />, to: '/message/index', shortcut: 'g m' },
    { id: 'teams', group, title: t('teams'), icon: <MembersIcon />, to: '/team/index' },
    { id: 'attachments', group, title: t('attachments'), icon: <AttachmentIcon />, to: '/attachment/index' },
    { id: 'centre', group, title: t('userCentre'), icon: <UserIcon />, to: '/user/setting' },
    ...(user.groupid === '1'
      ? [{ id: 'admin', group, title: t('admin'), icon: <SettingsIcon />, to: '/admin/index' }]
      : []),
    { id: 'jobs', group, title: t('jobs'), icon: <ImportIcon />, run: () => openJobs(true) },
    ...help,
  ]
}

/** Returns the palette entries that exist on every screen. */
function useBaseEntries(): PaletteEntry[] {
  const { t } = useTranslation('search')
  const theme = useAtomValue(themeAtom)
  const setTheme = useSetAtom(themeChoiceAtom)
  const showShortcuts = useSetAtom(shortcutsOpenAtom)
  const showAbout = useSetAtom(aboutOpenAtom)
  const places = usePlaces()
  const other = currentLang() === 'zh' ? 'en' : 'zh'
  const group = t('actions')
  return [
    ...places,
    {
      id: 'theme',
      group,
      title: t('theme'),
      icon: <DarkThemeIcon />,
      shortcut: 'mod+shift+l',
      words: 'dark light theme 深色 浅色 主题',
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'language',
      group,
      title: t('language', { name: langNames[other] }),
      icon: <LanguageIcon />,
      words: 'language english chinese 语言 中文 英文',
      run: () => void setLang(other),
    },
    { id: 'keys', group, title: t('keys'), icon: <KeyboardIcon />, shortcut: '?', run: () => showShortcuts(true) },
    { id: 'about', group, title: t('about'), icon: <InfoIcon />, run: () => showAbout(true) },
  ]
}

/** The scope of the search, and the actions offered when nothing is found. */
interface SearchContext {
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
function useFoundEntries({ found, request, error, isBusy }: SearchState, around: SearchContext): PaletteEntry[] {
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
  if (pages.length > 0 && typed.words && !boot.docs_site)
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

/** The command palette, Ctrl+K: searches pages and their texts, items, screens and actions. */
export function SearchPalette() {
  const { t } = useTranslation('search')
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const lent = useAtomValue(paletteSearchAtom)
  const entries = useAtomValue(paletteEntriesAtom)
  const state = useAtomValue(shownAtom)
  const user = useAtomValue(userAtom)
  const ask = useSetAtom(askAtom)
  const pause = useDelay()
  const [text, setText] = useState('')
  const [isWide, setWide] = useState(false)
  const base = useBaseEntries()
  const recent = useRecentEntries(open)
  const item = lent?.item
  const scope = isWide ? undefined : item

  const search = (typed: string, within: typeof scope) => {
    const { words, ...filters } = parseTyped(typed)
    const canAsk = words !== '' && (within !== undefined || Boolean(user))
    void ask(canAsk ? { words, ...filters, item_id: within?.item_id ?? '', page: 1 } : undefined)
  }
  const type = (typed: string) => {
    setText(typed)
    lent?.onQuery(wordsOf(typed))
    if (typed.trim() === '') {
      pause.cancel()
      search('', scope)
    } else pause.start(() => search(typed, scope), pauseMs)
  }
  const searchEverywhere = () => {
    setWide(true)
    search(text, undefined)
  }
  const close = () => {
    setOpen(false)
    setText('')
    setWide(false)
    pause.cancel()
    search('', undefined)
  }
  const found = useFoundEntries(state, { text, scope, item, searchEverywhere })
  const isTyping = text.trim() !== ''
  // Pages matched by title are shown at once and stay in place; each page appears once.
  const titles = entries.filter(({ id }) => id.startsWith('page'))
  const others = entries.filter(({ id }) => !id.startsWith('page'))
  const shown = new Set(titles.map(({ to }) => to))
  const news = found.filter((entry) => !shown.has(pathOf(entry.to)))
  return (
    <CommandPalette
      open={open}
      onClose={close}
      entries={isTyping ? [...titles, ...news, ...others, ...base] : [...recent, ...titles, ...others, ...base]}
      placeholder={t('placeholder')}
      onQuery={type}
      getFilterText={wordsOf}
      busy={state.isBusy}
      more={state.found?.more ?? false}
      scope={
        scope && <ScopeChip name={scope.name} label={t('scope', { item: scope.name })} onRemove={searchEverywhere} />
      }
      {...(scope && user && { onBackspace: () => setWide(true) })}
    />
  )
}
