import { useSetAtom } from 'jotai'
import { initialTextAtom } from '#web/features/editor/core/index.tsx'
import { navigate } from '#web/lib/route.ts'

/** Returns a function that opens the editor on a page with another text in it, not saved yet. */
export function useOpenInEditor(): (at: { item_id: string; page_id: string }, text: string) => void {
  const beginWith = useSetAtom(initialTextAtom)
  return ({ item_id, page_id }, text) => {
    beginWith({ page_id: Number(page_id), text })
    navigate(`/page/edit/${item_id}/${page_id}`)
  }
}
