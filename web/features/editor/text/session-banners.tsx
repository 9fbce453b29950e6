import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  CopyBanner,
  clockTime,
  DraftOfferBanner,
  type SaveError,
  SaveErrorBanner,
} from '#web/features/editor/session/index.ts'
import { detectLineEnds } from '#web/features/editor/source/index.tsx'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useOnline } from '#web/lib/online.ts'
import { useFetch } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { OfflineIcon } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { CompareLoading } from './compare-loading.tsx'
import { readComparison } from './comparison.ts'
import { discardOfferedDraftAtom, offeredDraftAtom, restoreDraftAtom } from './draft-atoms.ts'
import { declineLockRequestAtom, lockAtom, lockRequestAtom, takeLockAtom } from './lock.ts'
import { openConflictAtom, saveAsNewAtom, saveAtom } from './save.ts'
import { messageKey } from './save-error.ts'
import { serverDraftTimeAtom, serverKey } from './server-draft.ts'
import { currentContent, draftStateAtom, editingSessionAtom, isUnsavedAtom, saveErrorAtom } from './session.ts'

/** Shows the offered draft next to the text of the editor, and puts the merged text into the editor. */
function DraftCompare({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('page-editor')
  const session = useAtomValue(editingSessionAtom)
  const offer = useAtomValue(offeredDraftAtom)
  const restore = useSetAtom(restoreDraftAtom)
  const marks = { mine: t('merge.useDraft'), theirs: t('merge.page') }
  const [read, again] = useFetch(offer?.key ?? '', (signal) =>
    readComparison({ base: undefined, mine: offer?.text ?? '', theirs: session?.saved.text ?? '', marks }, signal),
  )
  if (!session || !offer) return null
  const apply = (text: string) => {
    void restore(text.replaceAll('\n', detectLineEnds(offer.text).main))
    onClose()
    return undefined
  }
  if (!read || 'error' in read) {
    const title = t('merge.draftTitle')
    return <CompareLoading title={title} note={t('merge.draftText')} read={read} onRetry={again} onClose={onClose} />
  }
  return (
    <CompareDialog
      compared={read.value}
      marks={marks}
      title={t('merge.draftTitle')}
      note={t('merge.draftText')}
      theirs={{ label: t('merge.page'), text: session.saved.text, use: t('merge.usePage') }}
      mine={{
        label: t('merge.draft', { time: clockTime(new Date(offer.at)) }),
        text: offer.text,
        use: t('merge.useDraft'),
      }}
      start={offer.text}
      action={t('merge.apply')}
      onAction={apply}
      onClose={onClose}
    />
  )
}

/** Offers a draft that differs from the page, until the user decides about it. */
function DraftOffer() {
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
      <DraftOfferBanner
        labels={{ restore: t('draft.restore'), compare: t('compare'), discard: t('draft.discard') }}
        onRestore={restored}
        onCompare={() => setCompared(true)}
        onDiscard={() => void discard()}
      >
        {t(offer.key === serverKey ? 'draft.offerServer' : 'draft.offer', { time: clockTime(new Date(offer.at)) })}
      </DraftOfferBanner>
      {isCompared && <DraftCompare onClose={() => setCompared(false)} />}
    </>
  )
}

/** Says that another user, or this user in another window, is editing the page now; the content stays. */
function LockBanner() {
  const { t } = useTranslation('page-editor')
  const lock = useAtomValue(lockAtom)
  const take = useSetAtom(takeLockAtom)
  const compare = useSetAtom(openConflictAtom)
  if (lock.state !== 'lost' && lock.state !== 'moved') return null
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
            {t(lock.state === 'moved' ? 'lock.goOn' : 'lock.again')}
          </Button>
        </>
      }
    >
      {lock.state === 'moved' ? t('lock.moved') : t('lock.lost', { name: lock.name })}
    </Banner>
  )
}

/** Says that a user requests to edit the page, and offers the responses. */
function LockRequestBanner({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const requested = useAtomValue(lockRequestAtom)
  const isUnsaved = useAtomValue(isUnsavedAtom)
  const save = useSetAtom(saveAtom)
  const decline = useSetAtom(declineLockRequestAtom)
  if (!requested) return null
  const handOver = async () => {
    if (isUnsaved && !(await save())) return // the banner shows the reason
    await decline().catch(() => undefined) // the request is answered: its message is done
    onLeave()
    toast.ok(localized(() => i18next.t('page-editor:ask.handedOver', { name: requested.name })))
  }
  const later = () => decline().catch((error: unknown) => toast.error(errorText(error)))
  return (
    <Banner
      tone="info"
      flush
      action={
        <>
          <Button size="s" onClick={() => void handOver()}>
            {t(isUnsaved ? 'ask.saveAndHandOver' : 'ask.handOver')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => void later()}>
            {t('ask.notNow')}
          </Button>
        </>
      }
    >
      {t('ask.asks', { name: requested.name })}
    </Banner>
  )
}

const canCompare = (kind: SaveError['kind']) => kind === 'changed' || kind === 'locked'

/** Retrying does not help there: something else has to be done first. */
const isFinal = (kind: SaveError['kind']) => kind === 'changed' || kind === 'gone' || kind === 'archived'

/** Copies the text of the editor to the clipboard. */
const copyDraftAtom = atom(null, async (get): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk) await copyText(currentContent(get, desk).text)
})

/** Shows why the last save failed, where the text is safe, and what the user can do. */
function PageSaveError() {
  const { t } = useTranslation('page-editor')
  const problem = useAtomValue(saveErrorAtom)
  const isNew = useAtomValue(editingSessionAtom)?.page_id === 0
  const draft = useAtomValue(draftStateAtom)
  const isCopied = useAtomValue(serverDraftTimeAtom) !== ''
  const save = useSetAtom(saveAtom)
  const saveAsNew = useSetAtom(saveAsNewAtom)
  const compare = useSetAtom(openConflictAtom)
  const copyMine = useSetAtom(copyDraftAtom)
  if (!problem) return null
  const { kind, requestId } = problem
  const message = problem.message.text
  const where = draft === 'kept' ? (isCopied ? 'problem.keptBoth' : 'problem.kept') : 'problem.here'
  const safe = t(isCopied && draft !== 'kept' ? 'problem.keptThere' : where)
  const words =
    kind === 'changed' || kind === 'locked' || kind === 'diskFull'
      ? `${message} ${kind === 'diskFull' ? safe : ''}`
      : kind === 'other'
        ? t('problem.other', { message, safe })
        : t(`problem.${messageKey(kind, isNew)}`, { safe })
  const copy = () =>
    copyMine().then(
      () => toast.ok(localized(() => i18next.t('page-editor:problem.copied'))),
      (error: unknown) => toast.error(errorText(error)),
    )
  return (
    <SaveErrorBanner
      requestId={kind === 'other' ? requestId : undefined}
      action={
        <>
          {(kind === 'archived' || kind === 'noRight' || kind === 'gone') && (
            <Button size="s" onClick={() => void copy()}>
              {t('problem.copy')}
            </Button>
          )}
          {kind === 'gone' && (
            <Button size="s" onClick={() => void saveAsNew()}>
              {t('problem.asNew')}
            </Button>
          )}
          {canCompare(kind) && (
            <Button size="s" onClick={() => void compare()}>
              {t('compare')}
            </Button>
          )}
          {!isFinal(kind) && (
            <Button size="s" onClick={() => void save()}>
              {t('retry')}
            </Button>
          )}
        </>
      }
    >
      {words}
    </SaveErrorBanner>
  )
}

/** Shows the notices above the editor: a draft, no network, a lost lock, a request for the page, a failed save. */
export function SessionBanners({ onLeave }: { onLeave: () => void }) {
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
      <CopyBanner />
      <DraftOffer />
      <LockRequestBanner onLeave={onLeave} />
      <LockBanner />
      {/* the lock banner already says what saving a page that another user edits leads to */}
      {!(problem?.kind === 'locked' && lock.state === 'lost') && <PageSaveError />}
      {draft === 'refused' && (
        <Banner tone="warn" flush>
          {t('draft.refused')}
        </Banner>
      )}
    </>
  )
}
