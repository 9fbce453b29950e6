import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { clockTime } from '#web/features/editor/session/index.ts'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { usePoll } from '#web/lib/poll.ts'
import { navigate } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './editor-layout.module.css'
import { isUnlockedAtom, lockAtom, requestLockAtom, takeLockAtom } from './lock.ts'
import { reloadAfterWaitAtom } from './save.ts'
import { editingSessionAtom } from './session.ts'

/** How often the open dialog checks whether the page is free, in ms. */
const pollMs = 5000

const everyMs = 10_000

/** The longest wait for a page, in ms. */
const longestMs = 4 * 3_600_000

/** A page that another user is editing. */
interface LockedPage {
  item_id: number
  item_ref: string
  page_id: number
}

const timerAtom = atom<ReturnType<typeof setTimeout>>()

const stopWaitingAtom = atom(null, (get, set): void => {
  clearTimeout(get(timerAtom))
  set(timerAtom, undefined)
})

/**
 * Notifies the user, on whatever screen, as soon as nobody edits a page any more; waits for one page at a time.
 *
 * @param words the notification, and the label of its button
 */
const waitForUnlockAtom = atom(
  null,
  (get, set, page: LockedPage, words: { free: LocalizedText; edit: LocalizedText }): void => {
    set(stopWaitingAtom)
    const until = Date.now() + longestMs
    const { item_id, item_ref, page_id } = page
    const notify = () => {
      const open = () => navigate(`/page/edit/${item_ref}/${page_id}`)
      toast.info(words.free, { action: { label: words.edit, run: open }, lifeMs: undefined })
      announce(words.free.text)
      if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
      new Notification(words.free.text, { tag: 'docstead' }).addEventListener('click', () => {
        window.focus()
        open()
      })
    }
    const wait = () => set(timerAtom, setTimeout(poll, everyMs))
    const poll = async () => {
      const timer = get(timerAtom)
      const isFree = await api.page.isLock({ item_id, page_id }, { isBackground: true }).then(
        ({ lock, is_cur_user }) => !lock || is_cur_user === 1,
        () => false,
      )
      if (get(timerAtom) !== timer) return
      if (isFree) {
        set(stopWaitingAtom)
        notify()
      } else if (Date.now() < until) wait()
    }
    wait()
  },
)

/** Checks whether the open page is free by now, and starts waiting for it. */
function useWaitForUnlock(): { isFree: () => Promise<boolean>; wait: () => void } {
  const session = useAtomValue(editingSessionAtom)
  const isFree = useSetAtom(isUnlockedAtom)
  const waitFor = useSetAtom(waitForUnlockAtom)
  return {
    isFree,
    wait: () => {
      if (!session) return
      const title = session.saved.page_title
      waitFor(session, {
        free: localized(() => i18next.t('page-editor:lock.freeNow', { title })),
        edit: localized(() => i18next.t('page-editor:lock.edit')),
      })
    },
  }
}

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
  const [isRequested, setRequested] = useState(false)
  const [error, setError] = useState<unknown>()
  const isOther = lock.state === 'taken'
  const goOn = async (over: boolean) => {
    setError(undefined)
    const lockError = await take({ over })
    if (lockError) setError(lockError)
    else await refresh().catch(setError)
  }
  usePoll(
    async () => {
      if (!(await isFree())) return
      await goOn(false)
      toast.ok(localized(() => i18next.t('page-editor:lock.yours')))
    },
    { everyMs: pollMs, enabled: isOther },
  )
  if (!isOther && lock.state !== 'elsewhere') return null
  const notifyMe = () => {
    wait()
    onRead()
    toast.info(localized(() => i18next.t('page-editor:lock.waiting')))
  }
  const askThem = async () => {
    try {
      await ask()
      setRequested(true)
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
            <Button disabled={isRequested} onClick={() => void askThem()}>
              {t('lock.ask')}
            </Button>
          )}
          {isOther && <Button onClick={notifyMe}>{t('lock.tellMe')}</Button>}
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
        {isRequested && isOther && <Banner tone="ok">{t('lock.asked', { name: lock.name })}</Banner>}
        {error !== undefined && <Banner tone="danger">{getErrorMessage(error)}</Banner>}
      </div>
    </Dialog>
  )
}
