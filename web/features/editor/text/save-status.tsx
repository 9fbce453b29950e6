import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { Button } from '#web/ui/button.tsx'
import { clockTime } from './clock.ts'
import { saveAtom, saveStatusAtom } from './save.ts'
import { editingSessionAtom } from './session.ts'
import styles from './top-bar.module.css'

/** Shows in a word how safe the text is: saved when, saving, not saved, stored as a draft. */
export function SaveStatus() {
  const { t } = useTranslation('page-editor')
  const state = useAtomValue(saveStatusAtom)
  const savedAt = useAtomValue(editingSessionAtom)?.saved_at
  const save = useSetAtom(saveAtom)
  const word = t(`state.${state}`, { time: savedAt === undefined ? '' : clockTime(new Date(savedAt)) })
  useEffect(() => {
    if (state === 'saved' || state === 'failed') announce(word)
  }, [state, word])
  if (state === 'failed') {
    return (
      <Button size="s" variant="ghost" className={styles.failed ?? ''} onClick={() => void save()}>
        {word}
      </Button>
    )
  }
  return (
    <span className={styles.state} data-state={state}>
      {word}
    </span>
  )
}
