import type { FormEvent } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from '../form.module.css'
import { useFormSubmit } from '../use-form-submit.ts'
import type { Proof } from './atoms.ts'
import { type Needed, ProofFields, useProof } from './proof-fields.tsx'

/** Asks for the password and a second step before a protection is changed. */
export function ConfirmCode(props: {
  title: string
  note: string
  action: string
  danger?: boolean
  needed: Needed
  onConfirm: (proof: Proof) => Promise<unknown>
  onClose: () => void
}) {
  const { title, note, action, danger, needed, onConfirm, onClose } = props
  const { t } = useTranslation('two-step')
  const { form: element, ...form } = useFormSubmit()
  const proof = useProof(needed)
  const { busy, error: rejected, run, setError } = form
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    const typed = proof.typed(setError)
    if (typed) await run(() => onConfirm(typed))
  }
  return (
    <Dialog
      open
      compact
      onClose={onClose}
      title={title}
      note={note}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void submit()}>
            {action}
          </Button>
        </>
      }
    >
      <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <ProofFields proof={proof} form={form} onPasskey={onConfirm} />
        {rejected && !rejected.field && <Banner tone="danger">{rejected.message}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
