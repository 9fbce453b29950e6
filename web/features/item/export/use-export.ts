import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { type ExportFormat, getItemType } from '#shared/item-types.ts'
import { openJobsAtom, type Transfer, transfersAtom } from '#web/features/jobs/index.tsx'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import { type ExportedItem, exportAtom } from './atoms.ts'
import { type ExportChoice, supportsPages } from './scope.ts'

/** State of an export dialog: its options, progress, and actions. */
export function useExport(item: ExportedItem, page: { page_id: string; page_title: string } | undefined) {
  const [format = 'word'] = getItemType(item.item_type).exportFormats
  const [choice, setChoice] = useState<ExportChoice>({
    format,
    scope: page ? 'page' : 'item',
    cat_id: 0,
    page_id: page?.page_id ?? '',
  })
  const [error, setError] = useState<LocalizedText>()
  const prefix = useId()
  const [turn, setTurn] = useState(0)
  const transfer: Transfer | undefined = useAtomValue(transfersAtom).find(({ id }) => id === `${prefix}${turn}`)
  const run = useSetAtom(exportAtom)
  const openJobs = useSetAtom(openJobsAtom)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const choose = (next: ExportChoice) => {
    setError(undefined)
    setChoice(next)
  }
  const chooseFormat = (next: ExportFormat) => {
    const isPage = choice.scope === 'page' && !supportsPages(next)
    choose({ ...choice, format: next, ...(isPage && { scope: 'item', page_id: '' }) })
  }
  const start = async () => {
    if (transfer?.state === 'running') return
    if (choice.scope === 'catalog' && choice.cat_id === 0)
      return setError(localized(() => i18next.t('export:catalog.needed')))
    const title = choice.scope === 'page' && page ? page.page_title : item.item_name
    setTurn(turn + 1)
    const ended = await run(`${prefix}${turn + 1}`, title, item, choice)
    if (isShown.current) return
    if (ended === 'done') toast.ok(localized(() => i18next.t('export:result.toast', { title })))
    if (ended === 'failed') {
      const action = { label: localized(() => i18next.t('export:result.why')), run: () => openJobs(true) }
      toast.error(
        localized(() => i18next.t('export:result.failed')),
        { action },
      )
    }
  }
  return { choice, choose, chooseFormat, error, transfer, start, again: () => setTurn(turn + 1) }
}
