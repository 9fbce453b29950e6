import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type ImportTarget, importStateAtom, leaveImportAtom, restartImportAtom } from './atoms.ts'
import { CheckStep } from './check-step.tsx'
import { FileStep } from './file-step.tsx'
import styles from './import.module.css'
import { ReadingStep } from './reading-step.tsx'
import { ResultStep } from './result-step.tsx'
import { Steps } from './steps.tsx'

/**
 * Imports a file in three steps: file, check, result. Nothing is written before the check is confirmed.
 *
 * @param props.item the item to import into; a new one when omitted
 * @param props.from `description`: an API description, which can also be pasted
 */
export function ImportDialog(props: {
  open: boolean
  onClose: () => void
  item?: ImportTarget
  from?: 'file' | 'description'
}) {
  return props.open ? <Inside {...props} /> : null
}

function Inside(props: { onClose: () => void; item?: ImportTarget; from?: 'file' | 'description' }) {
  const { onClose, item, from = 'file' } = props
  const describes = from === 'description'
  const { t } = useTranslation(['import', 'common'])
  const state = useAtomValue(importStateAtom)
  const leave = useSetAtom(leaveImportAtom)
  const askForFile = useSetAtom(restartImportAtom)
  useEffect(() => () => leave(), [leave])
  const isBefore = state.step === 'file' || state.step === 'reading'
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title={item ? t('titleInto', { name: item.item_name }) : t(describes ? 'titleDescription' : 'title')}
      {...(isBefore && { footer: <Button onClick={onClose}>{t('common:action.cancel')}</Button> })}
    >
      <div className={styles.body}>
        <Steps step={state.step} />
        {state.step === 'file' && (
          <FileStep refusal={state.refusal} item_id={item?.item_id ?? '0'} describes={describes} />
        )}
        {state.step === 'reading' && <ReadingStep file_name={state.file_name} onCancel={() => askForFile()} />}
        {state.step === 'check' && <CheckStep key={state.job_id} checked={state} item={item} onClose={onClose} />}
        {state.step === 'result' && <ResultStep job_id={state.job_id} title={state.title} onClose={onClose} />}
      </div>
    </Dialog>
  )
}
