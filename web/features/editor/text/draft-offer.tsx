import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { clockTime } from './clock.ts'
import { discardOfferedDraftAtom, offeredDraftAtom, restoreDraftAtom } from './draft-atoms.ts'
import { DraftCompare } from './draft-compare.tsx'
import { serverKey } from './server-draft.ts'

/** Offers a draft that differs from the page, until the user decides about it. */
export function DraftOffer() {
  const { t } = useTranslation('page-editor')
  const offer = useAtomValue(offeredDraftAtom)
  const restore = useSetAtom(restoreDraftAtom)
  const discard = useSetAtom(discardOfferedDraftAtom)
  const [isCompared, setCompared] = useState(false)
  if (!offer) return null
  const restored = () => {
    void restore()
    toast.ok(localized(() => i18next.t('page-editor:draft.restored')))
  }
  return (
    <>
      <Banner
        tone="info"
        flush
        action={
          <>
            <Button size="s" onClick={restored}>
              {t('draft.restore')}
            </Button>
            <Button size="s" onClick={() => setCompared(true)}>
              {t('compare')}
            </Button>
            <Button size="s" variant="ghost" onClick={() => void discard()}>
              {t('draft.discard')}
            </Button>
          </>
        }
      >
        {t(offer.key === serverKey ? 'draft.offerServer' : 'draft.offer', { time: clockTime(new Date(offer.at)) })}
      </Banner>
      {isCompared && <DraftCompare onClose={() => setCompared(false)} />}
    </>
  )
}
