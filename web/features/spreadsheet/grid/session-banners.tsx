import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import {
  CopyBanner,
  clockTime,
  DraftOfferBanner,
  type SaveError,
  SaveErrorBanner,
} from '#web/features/editor/session/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useOnline } from '#web/lib/online.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { OfflineIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { LockIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { canWriteAtom, lockAtom, otherEditorAtom } from './lock.ts'
import { discardDraftAtom, draftOfferAtom, openBookAtom, restoreDraftAtom } from './open-book.ts'
import { mergeNoticeAtom, saveAtom } from './save.ts'
import { draftStateAtom, saveErrorAtom, sheetSessionAtom } from './sheet-session.ts'

const DraftCompare = lazyComponent(async () => (await import('./draft-compare.tsx')).DraftCompare)

const noticeKey = 'docstead.sheet.notice'

/** Shows once that every change is saved, unless changes are unsaved at the moment. */
function Notice() {
  const { t } = useTranslation('sheet')
  const canWrite = useAtomValue(canWriteAtom)
  const problem = useAtomValue(saveErrorAtom)
  const [isShown, setShown] = useState(() => readStored(noticeKey, true))
  if (!isShown || !canWrite || problem) return null
  const never = () => {
    writeStored(noticeKey, false)
    setShown(false)
  }
  return (
    <Banner
      tone="info"
      flush
      action={
        <>
          <Button size="s" onClick={() => setShown(false)}>
            {t('notice.ok')}
          </Button>
          <Button size="s" variant="ghost" onClick={never}>
            {t('notice.never')}
          </Button>
        </>
      }
    >
      {t('notice.text')}
    </Banner>
  )
}

/** Offers a draft that differs from the book, until the user decides what to do with it. */
function DraftOffer() {
  const { t } = useTranslation('sheet')
  const offer = useAtomValue(draftOfferAtom)
  const restore = useSetAtom(restoreDraftAtom)
  const discard = useSetAtom(discardDraftAtom)
  const [isComparing, setComparing] = useState(false)
  if (!offer) return null
  const take = () => {
    setComparing(false)
    void restore()
  }
  return (
    <>
      <DraftOfferBanner
        labels={{ restore: t('draft.restore'), compare: t('draft.compare'), discard: t('draft.discard') }}
        onRestore={take}
        onCompare={() => setComparing(true)}
        onDiscard={() => void discard()}
      >
        {t('draft.offer', { time: clockTime(new Date(offer.at)) })}
      </DraftOfferBanner>
      <LazyBoundary>
        {isComparing && <DraftCompare offer={offer} onTake={take} onClose={() => setComparing(false)} />}
      </LazyBoundary>
    </>
  )
}

function LockBanner() {
  const { t } = useTranslation('sheet')
  const lock = useAtomValue(lockAtom)
  const name = useAtomValue(otherEditorAtom)
  const session = useAtomValue(sheetSessionAtom)
  const enter = useSetAtom(openBookAtom)
  if (name !== undefined)
    return (
      <Banner tone="warn" flush icon={<LockIcon />}>
        {t(name ? 'lock.taken' : 'lock.takenBySomebody', { name })}
      </Banner>
    )
  if (lock.state !== 'elsewhere' || !session) return null
  return (
    <Banner
      tone="warn"
      flush
      icon={<LockIcon />}
      action={
        <Button size="s" onClick={() => void enter(session, t('newSheet'), true)}>
          {t('lock.here')}
        </Button>
      }
    >
      {t('lock.elsewhere')}
    </Banner>
  )
}

/** The failures that need no look at the server's log. */
const known: readonly SaveError['kind'][] = ['session', 'locked', 'changed']

function ProblemBanner() {
  const { t } = useTranslation('sheet')
  const problem = useAtomValue(saveErrorAtom)
  const draft = useAtomValue(draftStateAtom)
  const save = useSetAtom(saveAtom)
  if (!problem || problem.kind === 'offline') return null
  const { kind, message, requestId } = problem
  const safe = t(draft === 'kept' ? 'problem.kept' : 'problem.here')
  return (
    <SaveErrorBanner
      requestId={known.includes(kind) ? undefined : requestId}
      action={
        kind !== 'locked' && (
          <Button size="s" onClick={() => void save(true)}>
            {t(kind === 'changed' ? 'problem.choose' : 'problem.again')}
          </Button>
        )
      }
    >
      {kind === 'changed'
        ? t('problem.conflict', { safe })
        : kind === 'session'
          ? t('problem.session', { safe })
          : t('problem.other', { message: message.text, safe })}
    </SaveErrorBanner>
  )
}

/** The notices to read before writing on. */
export function SessionBanners() {
  const { t } = useTranslation('sheet')
  const isOnline = useOnline()
  const problem = useAtomValue(saveErrorAtom)
  const draft = useAtomValue(draftStateAtom)
  const merged = useAtomValue(mergeNoticeAtom)
  const notify = useSetAtom(mergeNoticeAtom)
  useEffect(() => {
    if (!merged) return
    toast.info(localized(() => i18next.t(merged.name ? 'sheet:merge.done' : 'sheet:merge.donePlain', merged)))
    notify(undefined)
  }, [merged, notify])
  return (
    <>
      {(!isOnline || problem?.kind === 'offline') && (
        <Banner icon={<OfflineIcon />} flush>
          {t('problem.offline')}
        </Banner>
      )}
      <LockBanner />
      <CopyBanner />
      <DraftOffer />
      <ProblemBanner />
      {draft === 'refused' && (
        <Banner tone="warn" flush>
          {t('draft.refused')}
        </Banner>
      )}
      <Notice />
    </>
  )
}
