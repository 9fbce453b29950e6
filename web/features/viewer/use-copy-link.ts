import i18next from 'i18next'
import { useCallback } from 'react'
import { copyText } from '#web/lib/clipboard.ts'
import { said } from '#web/lib/said.ts'
import { toast } from '#web/ui/toast.ts'
import { wholeAddress } from './addresses.ts'
import { pagePath, useViewedItem } from './viewed-item.ts'

/** A deed that copies the address of a page and says so. */
export function useCopyLink(): (page_id: string) => void {
  const item = useViewedItem()
  return useCallback(
    async (page_id: string) => {
      const address = wholeAddress(pagePath(item, page_id))
      if (await copyText(address)) toast.ok(said(() => i18next.t('viewer:page.copied')))
      else toast.error(said(() => i18next.t('viewer:page.notCopied', { address })))
    },
    [item],
  )
}
