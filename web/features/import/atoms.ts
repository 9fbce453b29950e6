import { atom } from 'jotai'
import type { Visibility } from '#contract/visibility.ts'
import { followJobAtom, watchedJobAtom } from '#web/features/job/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import type { Report } from './report.ts'

/** The item to import into. */
export interface ImportTarget {
  item_id: string
  item_name: string
}

/** How far the dialog has come. */
export type ImportState =
  | { step: 'file'; refusal: LocalizedText | undefined }
  | { step: 'reading'; file_name: string }
  | { step: 'check'; job_id: string; report: Report; file_name: string }
  | { step: 'result'; job_id: string; title: string }

const first: ImportState = { step: 'file', refusal: undefined }
const stateAtom = atom<ImportState>(first)
const readingAtom = atom<AbortController | null>(null)

/** How far the dialog has come. */
export const importStateAtom = atom((get) => get(stateAtom))

/** The description of an API that was pasted: it stays while it is read, and when it is refused. */
export const pastedAtom = atom('')

/** Begins again with another file, and says what was wrong with the former one. */
export const restartImportAtom = atom(null, (get, set, refusal?: LocalizedText) => {
  get(readingAtom)?.abort()
  set(stateAtom, { step: 'file', refusal })
})

/** Leaves the dialog; a running import goes on. */
export const leaveImportAtom = atom(null, (get, set) => {
  get(readingAtom)?.abort()
  set(stateAtom, first)
  set(pastedAtom, '')
  set(watchedJobAtom, null)
})

/** Sends a file to be read; nothing is written yet. */
export const checkFileAtom = atom(null, async (get, set, file: File, item_id: string) => {
  get(readingAtom)?.abort()
  const reading = new AbortController()
  set(readingAtom, reading)
  set(stateAtom, { step: 'reading', file_name: file.name })
  try {
    const { job_id, report } = await api.import.check({ file, item_id }, { signal: reading.signal })
    if (!reading.signal.aborted) set(stateAtom, { step: 'check', job_id, report, file_name: file.name })
  } catch (error) {
    if (!reading.signal.aborted) set(stateAtom, { step: 'file', refusal: errorText(error) })
  }
})

/** What is chosen for the item that an import makes. */
export interface NewItemChoice {
  item_name?: string
  visibility?: Visibility
  password?: string
}

/** Carries out a checked import, and follows it from then on. */
export const startImportAtom = atom(
  null,
  async (get, set, checked: { job_id: string; title: string; total: number }, choice: NewItemChoice) => {
    const { job_id, title, total } = checked
    await api.import.start({ job_id, ...choice }).catch((error: unknown) => {
      // started before, when the answer did not come: its end is told from here on
      if (!isApiError(error, 'jobNotReady')) throw error
    })
    set(followJobAtom, { job_id, kind: 'import', title, total })
    const now = get(stateAtom)
    if (now.step !== 'check' || now.job_id !== job_id) return // the dialog was left, or has another file
    set(watchedJobAtom, job_id)
    set(stateAtom, { step: 'result', job_id, title })
  },
)
