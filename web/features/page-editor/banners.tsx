import { useAtomValue, useSetAtom } from 'jotai'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { OfflineIcon } from '#web/ui/icons.ts'
import { draftStateAtom } from './draft-atoms.ts'
import { DraftOffer } from './draft-offer.tsx'
import { lockAtom, takeLockAtom } from './lock.ts'
import { openConflictAtom, problemAtom, saveAtom } from './save.ts'

function ProblemBanner() {
  const { t } = useTranslation(['page-editor', 'ui'])
  const problem = useAtomValue(problemAtom)
  const draft = useAtomValue(draftStateAtom)
  const save = useSetAtom(saveAtom)
  const compare = useSetAtom(openConflictAtom)
  if (!problem) return null
  const { kind, message, requestId } = problem
  const safe = t(draft === 'kept' ? 'problem.kept' : 'problem.here')
  const words =
    kind === 'offline' || kind === 'session'
      ? t(`problem.${kind}`, { safe })
      : kind === 'changed' || kind === 'locked'
        ? message
        : t('problem.other', { message, safe })
  return (
    <Banner
      tone="danger"
      flush
      action={
        <>
          {kind === 'other' && requestId && (
            <Button size="s" variant="ghost" onClick={() => void copyText(requestId)}>
              {t('ui:copyRequestId')}
            </Button>
          )}
          {(kind === 'changed' || kind === 'locked') && (
            <Button size="s" onClick={() => void compare()}>
              {t('compare')}
            </Button>
          )}
          {kind !== 'changed' && (
            <Button size="s" onClick={() => void save()}>
              {t('retry')}
            </Button>
          )}
        </>
      }
    >
      {words}
    </Banner>
  )
}

function LockBanner() {
  const { t } = useTranslation('page-editor')
  const lock = useAtomValue(lockAtom)
  const take = useSetAtom(takeLockAtom)
  const compare = useSetAtom(openConflictAtom)
  if (lock.state !== 'lost') return null
  return (
    <Banner
      tone="warn"
      flush
      action={
        <>
          <Button size="s" onClick={() => void compare()}>
            {t('compare')}
          </Button>
          <Button size="s" onClick={() => void take()}>
            {t('lock.again')}
          </Button>
        </>
      }
    >
      {lock.message}
    </Banner>
  )
}

/** What there is to know before writing on: a draft, no network, a lost lock, a failed save. */
export function Banners() {
  const { t } = useTranslation('page-editor')
  const isOnline = useOnline()
  const draft = useAtomValue(draftStateAtom)
  const problem = useAtomValue(problemAtom)
  return (
    <>
      {!isOnline && (
        <Banner icon={<OfflineIcon />} flush>
          {t('problem.offlineNow')}
        </Banner>
      )}
      <DraftOffer />
      {problem?.kind !== 'locked' && <LockBanner />}
      <ProblemBanner />
      {draft === 'refused' && (
        <Banner tone="warn" flush>
          {t('draft.refused')}
        </Banner>
      )}
    </>
  )
}
