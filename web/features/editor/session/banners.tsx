import type { ReactNode } from 'react'
import { boot } from '#web/lib/boot.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Offers a draft that differs from what is saved, until the user decides about it. */
export function DraftOfferBanner(props: {
  labels: { restore: string; compare: string; discard: string }
  onRestore: () => void
  onCompare: () => void
  onDiscard: () => void
  children: ReactNode
}) {
  const { labels, onRestore, onCompare, onDiscard, children } = props
  return (
    <Banner
      tone="info"
      flush
      action={
        <>
          <Button size="s" onClick={onRestore}>
            {labels.restore}
          </Button>
          <Button size="s" onClick={onCompare}>
            {labels.compare}
          </Button>
          <Button size="s" variant="ghost" onClick={onDiscard}>
            {labels.discard}
          </Button>
        </>
      }
    >
      {children}
    </Banner>
  )
}

/** Says that this site is the read-only copy of another one, so nothing can be saved here. */
export function CopyBanner() {
  const { t } = useTranslation('layout')
  if (!boot.copy_of) return null
  return (
    <Banner tone="warn" flush>
      {t('copy', { url: boot.copy_of })}
    </Banner>
  )
}

/** Says why the last save failed. With `requestId`, the user can copy it to look for the failure in the server's log. */
export function SaveErrorBanner(props: { requestId: string | undefined; action: ReactNode; children: ReactNode }) {
  const { requestId, action, children } = props
  const { t } = useTranslation('ui')
  return (
    <Banner
      tone="danger"
      flush
      action={
        <>
          {requestId && (
            <Button size="s" variant="ghost" onClick={() => void copyText(requestId)}>
              {t('copyRequestId')}
            </Button>
          )}
          {action}
        </>
      }
    >
      {children}
    </Banner>
  )
}
