import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { declineLockRequestAtom, lockAtom, lockRequestAtom, takeLockAtom } from './lock.ts'
import { openConflictAtom, saveAtom } from './save.ts'
import { isUnsavedAtom } from './session.ts'

/** Says that another user, or this user in another window, is editing the page now; the content stays. */
export function LockBanner() {
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
export function LockRequestBanner({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const asked = useAtomValue(lockRequestAtom)
  const isUnsaved = useAtomValue(isUnsavedAtom)
  const save = useSetAtom(saveAtom)
  const decline = useSetAtom(declineLockRequestAtom)
  if (!asked) return null
  const handOver = async () => {
    if (isUnsaved && !(await save())) return // the banner shows the reason
    await decline().catch(() => undefined) // the request is answered: its message is done
    onLeave()
    toast.ok(localized(() => i18next.t('page-editor:ask.handedOver', { name: asked.name })))
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
      {t('ask.asks', { name: asked.name })}
    </Banner>
  )
}
