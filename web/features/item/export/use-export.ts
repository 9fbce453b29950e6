import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { buildTree } from '#web/features/item/tree/index.ts'
import {
  cancelJobAtom,
  downloadJobFile,
  followJobAtom,
  type Job,
  jobsAtom,
  watchedJobAtom,
} from '#web/features/jobs/index.tsx'
import { api } from '#web/lib/api.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { toast } from '#web/ui/toast.ts'
import { chosenIds, type ExportChoice, formatsFor, toExportInput } from './choice.ts'

/** The item to export. */
export interface ExportedItem {
  item_id: string
  item_name: string
  item_domain: string
  item_type: string
}

/** Where the dialog was opened: on a page, on a catalog, or on neither. */
export interface ExportStart {
  page?: { page_id: string; page_title: string } | undefined
  cat_id?: number | undefined
}

/** Returns the exports of an item that have a file, newest first. */
const filesOf = (jobs: readonly Job[], item_id: string): Job[] =>
  jobs.filter((job) => job.file_name !== '' && String(job.item_id) === item_id)

/** State of an export dialog: its options, the task that it has started, and actions. */
export function useExport(item: ExportedItem, start: ExportStart) {
  const { page, cat_id = 0 } = start
  const formats = useMemo(() => formatsFor(item.item_type), [item.item_type])
  const [choice, setChoice] = useState<ExportChoice>({
    format: formats[0] ?? 'docx',
    scope: page ? 'page' : cat_id > 0 ? 'catalog' : 'item',
    cat_id,
    ticked: new Set(),
  })
  const [error, setError] = useState<{ text: LocalizedText; isOfChoice: boolean }>()
  const [isStarting, setStarting] = useState(false)
  const [job_id, setJobId] = useState<string>()
  const jobs = useAtomValue(jobsAtom)
  const job = jobs.find((one) => one.job_id === job_id)
  const follow = useSetAtom(followJobAtom)
  const watch = useSetAtom(watchedJobAtom)
  const cancelJob = useSetAtom(cancelJobAtom)
  // the tree is only needed when people choose from it
  const [tree, reloadTree] = useCachedQuery(itemsAtom, item.item_id)
  const [isFresh, setFresh] = useState(false)
  const menu = queryValue(tree)?.menu
  const nodes = useMemo(() => (menu ? buildTree(menu) : []), [menu])

  useEffect(() => {
    watch(job_id ?? null)
    return () => watch(null)
  }, [job_id, watch])
  // the file of a task that this window waits for comes by itself, once
  const saved = useRef<string>(undefined)
  useEffect(() => {
    if (job?.state !== 'done' || saved.current === job.job_id) return
    saved.current = job.job_id
    downloadJobFile(job)
  }, [job])

  const choose = (next: ExportChoice) => {
    setError(undefined)
    if (next.scope === 'choice' && choice.scope !== 'choice') {
      // pages may have come since the tree was read, and ticks belong to one tree
      setFresh(false)
      void reloadTree(0).finally(() => setFresh(true))
    }
    setChoice(next)
  }
  const errorOfChoice = (): LocalizedText | undefined => {
    if (choice.scope === 'catalog' && choice.cat_id === 0) return localized(() => i18next.t('export:catalog.needed'))
    const { cat_ids, page_ids } = chosenIds(nodes, choice.ticked)
    if (choice.scope === 'choice' && cat_ids.length + page_ids.length === 0)
      return localized(() => i18next.t('export:choice.needed'))
    return undefined
  }
  const run = async () => {
    if (isStarting || job?.state === 'running') return
    const text = errorOfChoice()
    if (text) return setError({ text, isOfChoice: true })
    setError(undefined)
    setStarting(true)
    try {
      const made = await api.export.start(toExportInput(item.item_id, choice, page?.page_id, nodes))
      const title = choice.scope === 'page' && page ? page.page_title : item.item_name
      setJobId(made.job_id)
      follow({ job_id: made.job_id, kind: 'export', title, total: 0 })
    } catch (failure) {
      setError({ text: errorText(failure), isOfChoice: false })
    } finally {
      setStarting(false)
    }
  }
  const cancel = async () => {
    if (job_id === undefined) return
    await cancelJob(job_id).catch((failure: unknown) => toast.error(errorText(failure)))
  }
  return {
    page,
    formats,
    choice,
    choose,
    error,
    isStarting,
    job,
    run,
    cancel,
    again: () => setJobId(undefined),
    tree: { result: isFresh ? tree : undefined, nodes, reload: () => void reloadTree('again') },
    files: filesOf(jobs, item.item_id).filter((one) => one.job_id !== job_id),
  }
}
