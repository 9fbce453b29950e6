import { atom } from 'jotai'
import { startTransition } from 'react'
import { api, isApiError } from '#web/lib/api.ts'
import type { OwnFile } from './files.ts'
import { type FileQuery, toListInput } from './query.ts'

const versionAtom = atom(0)

/** A value from the server, or the reason why it could not be loaded. */
export type ReadResult<T> = T | { error: unknown }

/**
 * Returns the result of a call, or its error: a list that failed to load shows the error in place instead of throwing.
 */
export const toResult = async <T>(call: Promise<T>): Promise<ReadResult<T>> => {
  try {
    return await call
  } catch (error) {
    return { error }
  }
}

/** The current user's files for a query, with their total size; read it under Suspense. */
export const filesAtom = (query: FileQuery) =>
  atom((get) => {
    get(versionAtom)
    return toResult(api.attachment.getMyList(toListInput(query)))
  })

/** The attachments of a page; read it under Suspense. */
export const pageFilesAtom = (page_id: string) =>
  atom((get) => {
    get(versionAtom)
    return toResult(api.page.uploadList({ page_id }).then((list) => ({ list })))
  })

/** Reloads all file lists; the previous content stays visible during the reload. */
export const reloadFilesAtom = atom(null, (_get, set) => startTransition(() => set(versionAtom, (n) => n + 1)))

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
