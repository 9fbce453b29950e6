import { atom, useAtomValue } from 'jotai'
import { api, isApiError } from '#web/lib/api.ts'
import { queryFamily, useQueryState } from '#web/lib/query.ts'
import type { OwnFile } from './files.ts'
import { type FileQuery, toListInput } from './query.ts'

/** The current user's files with their total size, by a `FileQuery` as JSON. */
const filesAtom = queryFamily(
  (query, signal) => api.attachment.getMyList(toListInput(JSON.parse(query) as FileQuery), { signal }),
  20,
)

/** The attachments of pages, by page_id. */
export const pageFilesAtom = queryFamily((page_id, signal) => api.page.uploadList({ page_id }, { signal }), 10)

/** Reloads all file lists; the previous content stays visible during the reload. */
export const reloadFilesAtom = atom(null, (get, set) => {
  for (const query of get(filesAtom).all()) void set(query, 'invalidate')
  for (const query of get(pageFilesAtom).all()) void set(query, 'invalidate')
})

/** Deletes files of the current user, including from all pages. */
export const deleteFilesAtom = atom(null, async (_get, set, files: readonly OwnFile[]) => {
  try {
    for (const { file_id } of files) {
      await api.attachment.deleteMyAttachment({ file_id }).catch((error: unknown) => {
        if (!isApiError(error, 'fileGone')) throw error // already deleted: a retry after an error halfway
      })
    }
  } finally {
    set(reloadFilesAtom)
  }
})

/** Removes an attachment from a page; deletes the file when no other page has it. */
export const removeFromPageAtom = atom(null, async (_get, set, file_id: number, page_id: string) => {
  await api.page.deleteUploadFile({ file_id, page_id })
  set(reloadFilesAtom)
})

/** Attaches files of the current user to a page. */
export const addToPageAtom = atom(null, async (_get, set, files: readonly OwnFile[], page_id: string) => {
  try {
    for (const { file_id } of files) await api.attachment.bindingPage({ file_id, page_id })
  } finally {
    set(reloadFilesAtom)
  }
})

/** Returns the files of a query; the previous files stay until those of a new query have loaded. */
export const useFiles = (query: FileQuery) => useQueryState(useAtomValue(filesAtom).of(JSON.stringify(query)))
