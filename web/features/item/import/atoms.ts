import { atom } from 'jotai'
import type { Visibility } from '#shared/contract/visibility.ts'
import { followJobAtom, watchedJobAtom } from '#web/features/jobs/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { uploadOptions } from '#web/lib/upload.ts'
import type { Report } from './report.ts'

/** The item to import into. */
export interface ImportTarget {
  item_id: string
  item_name: string
}

/** The step of the import dialog. */
export type ImportState =
  | { step: 'file'; refusal: LocalizedText | undefined }
  | { step: 'reading'; file_name: string; isAddress?: boolean }
  | { step: 'check'; job_id: string; report: Report; file_name: string }
  | { step: 'result'; job_id: string; title: string }

const first: ImportState = { step: 'file', refusal: undefined }
const stateAtom = atom<ImportState>(first)
const readingAtom = atom<AbortController | null>(null)

/** The step of the import dialog. */
export const importStateAtom = atom((get) => get(stateAtom))

/** The pasted API description: it stays while it is checked, and when it is rejected. */
export const pastedAtom = atom('')

/** Starts over with another file, and shows why the former one was rejected. */
export const restartImportAtom = atom(null, (get, set, rejection?: LocalizedText) => {
  get(readingAtom)?.abort()
  set(stateAtom, { step: 'file', refusal: rejection })
})

/** Leaves the dialog; a running import continues. */
export const leaveImportAtom = atom(null, (get, set) => {
  get(readingAtom)?.abort()
  set(stateAtom, first)
  set(pastedAtom, '')
  set(addressAtom, '')
  set(watchedJobAtom, null)
})

/** Uploads a file to be checked; nothing is written yet. */
export const checkFileAtom = atom(null, async (get, set, file: File, item_id: string) => {
  get(readingAtom)?.abort()
  const reading = new AbortController()
  set(readingAtom, reading)
  set(stateAtom, { step: 'reading', file_name: file.name })
  try {
    const { job_id, report } = await api.import.check({ file, item_id }, uploadOptions({ signal: reading.signal }))
    if (!reading.signal.aborted) set(stateAtom, { step: 'check', job_id, report, file_name: file.name })
  } catch (error) {
    if (!reading.signal.aborted) set(stateAtom, { step: 'file', refusal: errorText(error) })
  }
})

/** The address of an API description: it stays while it is fetched, and when it is rejected. */
export const addressAtom = atom('')

/** Has the server fetch an API description and check it; nothing is written yet. */
export const checkAddressAtom = atom(null, async (get, set, url: string, item_id: string) => {
  get(readingAtom)?.abort()
  const reading = new AbortController()
  set(readingAtom, reading)
  set(stateAtom, { step: 'reading', file_name: url, isAddress: true })
  try {
    const { job_id, report, file_name } = await api.import.checkAddress({ url, item_id }, { signal: reading.signal })
    if (!reading.signal.aborted) set(stateAtom, { step: 'check', job_id, report, file_name })
  } catch (error) {
    if (!reading.signal.aborted) set(stateAtom, { step: 'file', refusal: errorText(error) })
  }
})

/** The options of an import: for the item that it creates, or for the one that it changes. */
export interface ImportChoice {
  item_name?: string
  visibility?: Visibility
  password?: string
  /** Moves the pages that the file no longer has to the recycle bin. */
  remove_missing?: '1'
  /** Gives the members and teams that the file names their rights. */
  with_members?: '1'
}

/** Starts a checked import and follows its job. */
export const startImportAtom = atom(
  null,
  async (get, set, checked: { job_id: string; title: string; total: number }, choice: ImportChoice) => {
    const { job_id, title, total } = checked
    await api.import.start({ job_id, ...choice }).catch((error: unknown) => {
      // it was already started, and the response was lost: follow it from here
      if (!isApiError(error, 'jobNotReady')) throw error
    })
    set(followJobAtom, { job_id, kind: 'import', title, total })
    const now = get(stateAtom)
    if (now.step !== 'check' || now.job_id !== job_id) return // the dialog was closed, or has another file
    set(watchedJobAtom, job_id)
    set(stateAtom, { step: 'result', job_id, title })
  },
)
