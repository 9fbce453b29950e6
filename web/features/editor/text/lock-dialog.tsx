import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { usePoll } from '#web/lib/poll.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { clockTime } from './clock.ts'
import { lockAtom, requestLockAtom, takeLockAtom } from './lock.ts'
import styles from './page-editor.module.css'
import { reloadAfterWaitAtom } from './save.ts'
import { editingSessionAtom } from './session.ts'
import { useWaitForUnlock } from './use-wait-for-unlock.ts'

/** How often the open dialog checks whether the page is free, in ms. */
const lookMs = 5000

/** Says on opening that the page is already being edited, perhaps by this user, and offers what to do. */
export function LockDialog({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation('page-editor')
  const lock = useAtomValue(lockAtom)
  const desk = useAtomValue(editingSessionAtom)
  const take = useSetAtom(takeLockAtom)
  const refresh = useSetAtom(reloadAfterWaitAtom)
  const ask = useSetAtom(requestLockAtom)
  const { isFree, wait } = useWaitForUnlock()
  const first = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const [error, setError] = useState<unknown>()
  const isOther = lock.state === 'taken'
  const goOn = async (over: boolean) => {
    setError(undefined)
    const refused = await take({ over })
    if (refused) setError(refused)
    else await refresh().catch(setError)
  }
  usePoll(
    async () => {
      if (!(await isFree())) return
      await goOn(false)
      toast.ok(localized(() => i18next.t('page-editor:lock.yours')))
    },
    { everyMs: lookMs, enabled: isOther },
  )
  if (!isOther && lock.state !== 'elsewhere') return null
  const tellMe = () => {
    wait()
    onRead()
    toast.info(localized(() => i18next.t('page-editor:lock.waiting')))
  }
  const askThem = async () => {
    try {
      await ask()
      setAsked(true)
      first.current?.focus() // the button that was pressed becomes disabled
      setError(undefined)
    } catch (refused) {
      setError(refused)
    }
  }
  return (
    <Dialog
      open
      compact
      size="m"
      onClose={onRead}
      title={isOther ? t('lock.takenTitle', { name: lock.name }) : t('lock.elsewhereTitle')}
      focusFirst={first}
      footer={
        <>
          {!isOther && <Button onClick={() => void goOn(false)}>{t('lock.goOn')}</Button>}
          {isOther && desk?.can_manage && <Button onClick={() => void goOn(true)}>{t('lock.takeOver')}</Button>}
          {isOther && !desk?.can_manage && (
            <Button disabled={isAsked} onClick={() => void askThem()}>
              {t('lock.ask')}
            </Button>
          )}
          {isOther && <Button onClick={tellMe}>{t('lock.tellMe')}</Button>}
          <Button ref={first} variant="primary" onClick={onRead}>
            {t('lock.read')}
          </Button>
        </>
      }
    >
      <div className={styles.paragraphs}>
        <p>
          {isOther
            ? t('lock.takenText', { name: lock.name, time: clockTime(Number(lock.since)) })
            : t('lock.elsewhereText')}
        </p>
        {isOther && <p>{desk?.can_manage ? t('lock.takeOverText', { name: lock.name }) : t('lock.opensAlone')}</p>}
        {isAsked && isOther && <Banner tone="ok">{t('lock.asked', { name: lock.name })}</Banner>}
        {error !== undefined && <Banner tone="danger">{getErrorMessage(error)}</Banner>}
      </div>
    </Dialog>
  )
}
