import { atom, type Getter } from 'jotai'
import { api } from '#web/lib/api.ts'
import { addressAtom, parsePage } from '../address.ts'
import { pageSize } from '../paged-table.tsx'
import { queryStateAtom } from '../query-state.ts'

/** An uploaded file, as the server lists it for administrators. */
export type SiteFile = Awaited<ReturnType<typeof api.attachment.getAllList>>['list'][number]

const types: Record<string, string> = { image: '1', other: '2' }
const placeAtom = addressAtom(['view', 'q', 'type', 'by', 'page'])

const filtersOf = (get: Getter) => {
  const query = new URLSearchParams(get(placeAtom))
  return {
    isUnused: query.get('view') === 'unused',
    page: parsePage(query),
    filters: {
      display_name: query.get('q') ?? '',
      username: query.get('by') ?? '',
      attachment_type: types[query.get('type') ?? ''] ?? '-1',
    },
  }
}

/** Key of the current file list in the URL; the selection is reset when it changes. */
export const fileListKeyAtom = atom((get) => get(placeAtom))

/** The files that the URL query selects. `used` is missing for unused files: the server does not sum those up. */
export const siteFilesAtom = queryStateAtom(
  async (get): Promise<{ list: SiteFile[]; total: number; used?: number; isUnused: boolean }> => {
    const { isUnused, page, filters } = filtersOf(get)
    const part = { ...filters, page, count: pageSize }
    const answer = isUnused ? await api.attachment.getUnusedList(part) : await api.attachment.getAllList(part)
    return { ...answer, isUnused }
  },
)

/** Deletes files, including from all pages. @returns how many were deleted, and how many no longer existed */
export const deleteFilesAtom = atom(null, async (_get, set, file_ids: readonly (number | string)[]) => {
  try {
    return await api.attachment.batchDeleteAttachments({ file_ids: file_ids.join(',') })
  } finally {
    await set(siteFilesAtom)
  }
})

const mostPerCall = 100

/**
 * Deletes all unused files that match the current filters.
 *
 * @param onDone called after each batch with the number of deleted files; returning false stops
 * @returns how many files were deleted
 */
export const cleanUpAtom = atom(null, async (get, set, onDone: (done: number) => boolean): Promise<number> => {
  const { filters } = filtersOf(get)
  let done = 0
  try {
    for (;;) {
      const { list } = await api.attachment.getUnusedList({ ...filters, page: 1, count: mostPerCall })
      if (list.length === 0) return done
      const file_ids = list.map((file) => file.file_id).join(',')
      const { success } = await api.attachment.batchDeleteAttachments({ file_ids })
      done += success
      if (success === 0 || !onDone(done)) return done
    }
  } finally {
    await set(siteFilesAtom)
  }
})
