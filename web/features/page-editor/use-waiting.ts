import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { deskAtom } from './desk.ts'
import { isFreeAtom } from './lock.ts'
import { waitForPageAtom } from './waiting.ts'

/** Whether the open page is free by now, and what has it told later. */
export function useWaiting(): { isFree: () => Promise<boolean>; wait: () => void } {
  const { t } = useTranslation('page-editor')
  const desk = useAtomValue(deskAtom)
  const isFree = useSetAtom(isFreeAtom)
  const waitFor = useSetAtom(waitForPageAtom)
  return {
    isFree,
    wait: () => {
      if (!desk) return
      const title = desk.saved.page_title
      waitFor(desk, { free: t('lock.freeNow', { title }), edit: t('lock.edit') })
    },
  }
}
