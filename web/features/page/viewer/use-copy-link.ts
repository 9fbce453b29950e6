import i18next from 'i18next'
import { useCallback } from 'react'
import { copyText } from '#web/lib/clipboard.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import { wholeAddress } from './addresses.ts'
import { pagePath, useCurrentItem } from './current-item.ts'

/** Returns an action that copies the address of a page and shows a notice. */
export function useCopyLink(): (page_id: string) => void {
  const item = useCurrentItem()
  return useCallback(
    async (page_id: string) => {
      const address = wholeAddress(pagePath(item, page_id))
      if (await copyText(address)) toast.ok(localized(() => i18next.t('viewer:page.copied')))
      else toast.error(localized(() => i18next.t('viewer:page.notCopied', { address })))
    },
    [item],
  )
}
