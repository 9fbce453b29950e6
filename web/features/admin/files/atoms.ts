import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { addressAtom, addressQuery, parsePage } from '../address.ts'
import { pageSize } from '../paged-table.tsx'

/** An uploaded file, as the server lists it for administrators. */
export type SiteFile = Awaited<ReturnType<typeof api.attachment.getAllList>>['list'][number]

const types: Record<string, string> = { image: '1', other: '2' }
const parameters = ['view', 'q', 'type', 'by', 'page'] as const

/** Key of the current file list in the URL; the selection is reset when it changes. */
export const fileListKeyAtom = addressAtom(parameters)

const filtersOf = (query: URLSearchParams) => ({
  display_name: query.get('q') ?? '',
  username: query.get('by') ?? '',
  attachment_type: types[query.get('type') ?? ''] ?? '-1',
})

/** The files that the URL query selects. `used` is missing for unused files: the server does not sum those up. */
export const siteFilesAtom = addressQuery(
  parameters,
  async (query): Promise<{ list: SiteFile[]; total: number; used?: number; isUnused: boolean }> => {
    const isUnused = query.get('view') === 'unused'
    const part = { ...filtersOf(query), page: parsePage(query), count: pageSize }
    const answer = isUnused ? await api.attachment.getUnusedList(part) : await api.attachment.getAllList(part)
    return { ...answer, isUnused }
  },
)

/** Deletes files, including from all pages. @returns how many were deleted, and how many no longer existed */
export const deleteFilesAtom = atom(null, async (get, set, file_ids: readonly (number | string)[]) => {
  try {
    return await api.attachment.batchDeleteAttachments({ file_ids: file_ids.join(',') })
  } finally {
    await set(get(siteFilesAtom))
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
  const filters = filtersOf(new URLSearchParams(get(fileListKeyAtom)))
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
    await set(get(siteFilesAtom))
  }
})
