import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { paletteEntriesAtom, paletteOpenAtom, paletteSearchAtom, readRecentPages } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { CommandPalette, type PaletteEntry } from '#web/ui/command-palette.tsx'
import { PageIcon } from '#web/ui/icons.ts'
import { useDelay } from '#web/ui/use-delay.ts'
import { useBaseEntries } from './base-entries.tsx'
import { parseTyped } from './request.ts'
import { ScopeChip } from './scope-chip.tsx'
import { searchAtoms } from './search-atoms.ts'
import { useFoundEntries } from './use-found-entries.tsx'

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
