import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { CommandPalette, type PaletteEntry } from '#web/ui/command-palette.tsx'
import { ErrorIcon, PageIcon } from '#web/ui/icons.ts'
import { filterList } from '#web/ui/list-filter.ts'
import { useDelay } from '#web/ui/use-delay.ts'
import { getSelectedText, insertAtom } from '../helper-atoms.ts'
import { linkMarkdown } from './link-markdown.ts'
import { type LinkTarget, listLinkTargets } from './link-targets.ts'

/** How long typing has to pause before the server is queried, in ms. */
const pauseMs = 150

/** How many pages of the item are shown. */
const shownMost = 50

async function readItemPages(item_id: string, signal: AbortSignal): Promise<LinkTarget[]> {
  const { menu } = await api.item.info({ item_id }, { signal })
  return listLinkTargets(menu, item_id)
}

/** How many pages of other items are shown. */
const hitsMost = 12

/** Finds the pages of all items that contain these words, the best first, without those of one item. */
const findPagesAtom = atom(
  null,
  async (_get, _set, keyword: string, without: number, signal: AbortSignal): Promise<LinkTarget[]> => {
    const { list } = await api.search.query({ keyword, page: 1, count: hitsMost }, { signal })
    return list
      .filter(({ item_id }) => item_id !== String(without))
      .map(({ page_id, item_id, page_title, item_name, path }) => ({
        page_id,
        item_id,
        page_title,
        location: [item_name, ...path.map(({ cat_name }) => cat_name)].join(' / '),
      }))
  },
)

/** Finds a page, of this item or any other, and inserts a link to it into the text. */
export function PageLinkDialog({ item_id, onClose }: { item_id: number; onClose: () => void }) {
  const { t } = useTranslation('page-helpers')
  const surface = useAtomValue(editorHandleAtom)
  const [selected] = useState(() => getSelectedText(surface))
  const insert = useSetAtom(insertAtom)
  const [read] = useFetch(String(item_id), (signal) => readItemPages(String(item_id), signal))
  const find = useSetAtom(findPagesAtom)
  const [found, setFound] = useState<LinkTarget[]>([])
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const controller = useRef<AbortController>(undefined)
  const pause = useDelay()
  useEffect(() => () => controller.current?.abort(), [])
  const search = async (words: string) => {
    const mine = new AbortController()
    controller.current = mine
    setBusy(true)
    try {
      setFound(await find(words, item_id, mine.signal))
      setFailure(undefined)
    } catch (error) {
      if (!mine.signal.aborted) setFailure(error)
    } finally {
      if (controller.current === mine) setBusy(false)
    }
  }
  const type = (text: string) => {
    setTyped(text)
    controller.current?.abort()
    if (text.trim() !== '') return pause.start(() => void search(text.trim()), pauseMs)
    pause.cancel()
    setFound([])
    setBusy(false)
  }
  const entryOf = (target: LinkTarget, isHere: boolean): PaletteEntry => ({
    id: `page${target.page_id}`,
    group: t(isHere ? 'link.here' : 'link.elsewhere'),
    title: target.page_title,
    hint: target.location,
    icon: <PageIcon />,
    ...(!isHere && { found: true }),
    run: () =>
      insert(linkMarkdown(selected || target.page_title, href(`/${target.item_id}/${target.page_id}`)), 'selection'),
  })
  const error = failure ?? (read && 'error' in read ? read.error : undefined)
  const here = useMemo(() => {
    const pages = queryValue(read) ?? []
    return filterList(pages, typed, ({ page_title, location: place }) => `${page_title} ${place}`).slice(0, shownMost)
  }, [read, typed])
  const entries: PaletteEntry[] = [
    ...here.map((page) => entryOf(page, true)),
    ...found.map((page) => entryOf(page, false)),
  ]
  if (error !== undefined)
    entries.push({
      id: 'failed',
      group: t('link.elsewhere'),
      title: t('link.failed'),
      hint: getErrorMessage(error),
      icon: <ErrorIcon />,
      found: true,
      offer: true,
    })
  return (
    <CommandPalette
      open
      onClose={onClose}
      entries={entries}
      placeholder={t('link.placeholder')}
      action={t('link.insert')}
      onQuery={type}
      busy={busy || !read}
    />
  )
}
