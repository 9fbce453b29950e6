import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useCachedQuery } from '#web/features/tree/view/index.tsx'
import { getRequestId } from '#web/lib/api.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import type { Page } from './atoms.ts'
import { nobody, watchAtom, watchersAtom } from './watch-atoms.ts'

/**
 * Returns whether the user watches a page, and how to change that; undefined while unknown.
 *
 * @param mayWatch whether the user may edit the page, and so choose who is notified of it, themself included
 */
export function useWatch(page: Page, mayWatch: boolean): { isOn: boolean; toggle: () => Promise<void> } | undefined {
  const uid = useAtomValue(userAtom)?.uid
  const watch = useSetAtom(watchAtom)
  const [answer] = useCachedQuery(watchersAtom, mayWatch ? page.page_id : nobody)
  if (!mayWatch || uid === undefined || !answer || 'error' in answer) return undefined
  const isOn = answer.value.includes(uid)
  const toggle = () =>
    watch(page.page_id, uid, !isOn).then(
      () =>
        void toast.ok(
          localized(() =>
            i18next.t(isOn ? 'viewer-more:watch.off' : 'viewer-more:watch.on', { page: page.page_title }),
          ),
        ),
      (error: unknown) => void toast.error(errorText(error), { requestId: getRequestId(error) }),
    )
  return { isOn, toggle }
}
