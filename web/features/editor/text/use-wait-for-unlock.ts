import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { localized } from '#web/lib/lazy-text.ts'
import { isUnlockedAtom } from './lock.ts'
import { editingSessionAtom } from './session.ts'
import { waitForUnlockAtom } from './wait-for-unlock.ts'

/** Checks whether the open page is free by now, and starts waiting for it. */
export function useWaitForUnlock(): { isFree: () => Promise<boolean>; wait: () => void } {
  const desk = useAtomValue(editingSessionAtom)
  const isFree = useSetAtom(isUnlockedAtom)
  const waitFor = useSetAtom(waitForUnlockAtom)
  return {
    isFree,
    wait: () => {
      if (!desk) return
      const title = desk.saved.page_title
      waitFor(desk, {
        free: localized(() => i18next.t('page-editor:lock.freeNow', { title })),
        edit: localized(() => i18next.t('page-editor:lock.edit')),
      })
    },
  }
}
