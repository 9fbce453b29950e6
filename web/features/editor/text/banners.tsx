import { useAtomValue } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OfflineIcon } from '#web/ui/icons.ts'
import { draftStateAtom } from './draft-atoms.ts'
import { DraftOffer } from './draft-offer.tsx'
import { lockAtom } from './lock.ts'
import { LockBanner, LockRequestBanner } from './lock-banner.tsx'
import { saveErrorAtom } from './save-error.ts'
import { SaveErrorBanner } from './save-error-banner.tsx'

/** Shows the notices above the editor: a draft, no network, a lost lock, a request for the page, a failed save. */
export function Banners({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const isOnline = useOnline()
  const draft = useAtomValue(draftStateAtom)
  const problem = useAtomValue(saveErrorAtom)
  const lock = useAtomValue(lockAtom)
  return (
    <>
      {!isOnline && (
        <Banner icon={<OfflineIcon />} flush>
          {t('problem.offlineNow')}
        </Banner>
      )}
      <DraftOffer />
      <LockRequestBanner onLeave={onLeave} />
      <LockBanner />
      {/* the lock banner already says what saving a page that another user edits leads to */}
      {!(problem?.kind === 'locked' && lock.state === 'lost') && <SaveErrorBanner />}
      {draft === 'refused' && (
        <Banner tone="warn" flush>
          {t('draft.refused')}
        </Banner>
      )}
    </>
  )
}
