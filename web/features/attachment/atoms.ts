import { atom } from 'jotai'
import { startTransition } from 'react'
import { api, isApiError } from '#web/lib/api.ts'
import type { OwnFile } from './files.ts'
import { type FileQuery, toListInput } from './query.ts'

const versionAtom = atom(0)

/** Something of the server, or why it could not be read. */
export type ReadResult<T> = T | { error: unknown }

/** What a call gives, or its failure: a list that cannot be read is shown in place, not thrown. */
export const toResult = async <T>(call: Promise<T>): Promise<ReadResult<T>> => {
  try {
    return await call
  } catch (error) {
    return { error }
  }
}

/** My files that a query asks for, with what they hold together; read it under Suspense. */
export const filesAtom = (query: FileQuery) =>
  atom((get) => {
    get(versionAtom)
    return toResult(api.attachment.getMyList(toListInput(query)))
  })

/** The attachments in the list of a page; read it under Suspense. */
export const pageFilesAtom = (page_id: string) =>
  atom((get) => {
    get(versionAtom)
    return toResult(api.page.uploadList({ page_id }).then((list) => ({ list })))
  })

/** Reads all lists of files again; what was there stays on show meanwhile. */
export const reloadFilesAtom = atom(null, (_get, set) => startTransition(() => set(versionAtom, (n) => n + 1)))

/** Deletes files of mine, from all pages too. */
export const deleteFilesAtom = atom(null, async (_get, set, files: readonly OwnFile[]) => {
  try {
    for (const { file_id } of files) {
      await api.attachment.deleteMyAttachment({ file_id }).catch((error: unknown) => {
        if (!isApiError(error, 'fileGone')) throw error // gone already: a second try after a failure in the middle
      })
    }
  } finally {
    set(reloadFilesAtom)
  }
})

/** Takes an attachment off the list of a page; the file goes too when no other page has it. */
export const removeFromPageAtom = atom(null, async (_get, set, file_id: number, page_id: string) => {
  await api.page.deleteUploadFile({ file_id, page_id })
  set(reloadFilesAtom)
})

/** Puts files of mine into the list of a page. */
export const addToPageAtom = atom(null, async (_get, set, files: readonly OwnFile[], page_id: string) => {
  try {
    for (const { file_id } of files) await api.attachment.bindingPage({ file_id, page_id })
  } finally {
    set(reloadFilesAtom)
  }
})
