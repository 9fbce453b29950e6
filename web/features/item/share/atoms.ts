import { atom } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { createQueryCache, type QueryCache } from '#web/features/tree/view/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'

/** The public link of a page, and why it may not work. */
export interface Sharing {
  /** Empty if there is none. */
  unique_key: string
  /** Unix seconds; 0 for never. */
  expire_time: number
  /** The link has expired and opens nothing any more. */
  isOver: boolean
  /** The page is a draft, which only its author sees; the public link does not show it either. */
  isDraft: boolean
}

const noLink = { unique_key: '', expire_time: 0, isOver: false }

async function readLink(unique_key: string, isDraft: boolean): Promise<Omit<Sharing, 'isDraft'>> {
  if (unique_key === '') return noLink
  try {
    const { expire_time } = await api.page.infoByKey({ unique_key })
    return { unique_key, expire_time, isOver: false }
  } catch (error) {
    if (isApiError(error, 'linkGone')) return { unique_key, expire_time: 0, isOver: !isDraft }
    throw error
  }
}

/** The public links of pages by page_id. */
export const sharingsAtom = atom((get): QueryCache<Sharing> => {
  void get(sessionAtom)
  return createQueryCache(async (page_id, signal) => {
    const { unique_key, is_draft } = await api.page.info({ page_id }, { signal })
    const isDraft = is_draft === '1'
    return { ...(await readLink(unique_key, isDraft)), isDraft }
  }, 5)
})

/** Creates a public link of a page, which ends the previous one. `days` 0: never expires. */
export const sharePageAtom = atom(null, async (get, set, page_id: string, days: string, isDraft: boolean) => {
  const made = await api.page.createSinglePage({ page_id, isCreateSiglePage: 'true', expire_days: days })
  if (Array.isArray(made)) throw new Error('no link was made')
  const { unique_key, expire_time } = made
  await set(get(sharingsAtom).of(page_id), { value: { unique_key, expire_time, isOver: false, isDraft } })
})

/** Removes the public link of a page. */
export const unsharePageAtom = atom(null, async (get, set, page_id: string, isDraft: boolean) => {
  await api.page.createSinglePage({ page_id, isCreateSiglePage: 'false' })
  await set(get(sharingsAtom).of(page_id), { value: { ...noLink, isDraft } })
})
