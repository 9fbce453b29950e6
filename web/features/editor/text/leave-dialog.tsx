import { useAtomValue, useSetAtom } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { discardChangesAtom, saveDraftAtom } from './draft-atoms.ts'
import styles from './page-editor.module.css'
import { saveAtom } from './save.ts'
import { isSavingAtom, titleAtom } from './session.ts'

/** Asks what to do with unsaved content. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('page-editor')
  const leave = useMountedCallback(onLeave)
  const stay = useMountedCallback(onStay)
  const title = useAtomValue(titleAtom).trim() || t('title.placeholder')
  const isSaving = useAtomValue(isSavingAtom)
  const save = useSetAtom(saveAtom)
  const keep = useSetAtom(saveDraftAtom)
  const discard = useSetAtom(discardChangesAtom)
  const first = useRef<HTMLButtonElement>(null)
  const saveAndLeave = async () => {
    if (await save()) leave()
    else stay() // the banner shows the reason
  }
  const keepAndLeave = async () => {
    await keep()
    leave()
  }
  const discardAndLeave = async () => {
    await discard()
    leave()
  }
  return (
    <Dialog
      open
      compact
      onClose={onStay}
      title={t('leave.title')}
      focusFirst={first}
      footer={
        <>
          <span className={styles.apart}>
            <Button variant="ghost" onClick={() => void discardAndLeave()}>
              {t('leave.discard')}
            </Button>
          </span>
          <Button onClick={() => void keepAndLeave()}>{t('leave.keep')}</Button>
          <Button ref={first} variant="primary" busy={isSaving} onClick={() => void saveAndLeave()}>
            {t('save')}
          </Button>
        </>
      }
    >
      {t('leave.text', { title })}
    </Dialog>
  )
}
