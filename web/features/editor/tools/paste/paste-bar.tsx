import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import styles from '../page-helpers.module.css'
import { type PasteOffer, pasteOfferAtom, swapPasteAtom } from './paste-atoms.ts'

/** How long the choice is offered, in ms. */
const offeredMs = 30_000

/** Shows the format of the last paste, and offers the other one. */
export function PasteBar() {
  const [offer, setOffer] = useAtom(pasteOfferAtom)
  const id = offer?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = window.setTimeout(() => setOffer(undefined), offeredMs)
    return () => window.clearTimeout(timer)
  }, [id, setOffer])
  useEffect(() => () => setOffer(undefined), [setOffer])
  return offer ? <Bar offer={offer} onClose={() => setOffer(undefined)} /> : null
}

function Bar({ offer, onClose }: { offer: PasteOffer; onClose: () => void }) {
  const { t } = useTranslation(['page-helpers', 'common'])
  const swap = useSetAtom(swapPasteAtom)
  const other = offer.as !== 'text' ? 'text' : offer.paste.kind === 'table' ? 'table' : 'markdown'
  const choose = async () => {
    try {
      const swapped = await swap(other)
      if (swapped?.isTooLate) toast.info(localized(() => i18next.t('page-helpers:paste.tooLate')))
      else if (swapped && swapped.pictures > 0)
        toast.info(localized(() => i18next.t('page-helpers:paste.pictures', { count: swapped.pictures })))
    } catch {
      toast.error(localized(() => i18next.t('page-helpers:paste.failed')))
    }
  }
  useShortcut('mod+alt+v', () => void choose(), { inFields: true, label: t('paste.swap') })
  return (
    <div className={styles.pasteBar}>
      <span role="status">{t(`paste.as.${offer.as}`)}</span>
      <Button size="s" onClick={() => void choose()}>
        {t(`paste.to.${other}`)}
      </Button>
      <IconButton size="s" label={t('paste.close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
