import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { said } from '#web/lib/said.ts'
import { deskAtom } from './desk.ts'
import { isFreeAtom } from './lock.ts'
import { waitForPageAtom } from './waiting.ts'

/** Whether the open page is free by now, and what has it told later. */
export function useWaiting(): { isFree: () => Promise<boolean>; wait: () => void } {
  const desk = useAtomValue(deskAtom)
  const isFree = useSetAtom(isFreeAtom)
  const waitFor = useSetAtom(waitForPageAtom)
  return {
    isFree,
    wait: () => {
      if (!desk) return
      const title = desk.saved.page_title
      waitFor(desk, {
        free: said(() => i18next.t('page-editor:lock.freeNow', { title })),
        edit: said(() => i18next.t('page-editor:lock.edit')),
      })
    },
  }
}
