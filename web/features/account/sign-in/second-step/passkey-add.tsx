import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { agentName } from '../agent-name.ts'
import styles from '../form.module.css'
import { useFormSubmit } from '../use-form-submit.ts'
import type { Proof } from './atoms.ts'
import { addPasskeyAtom, PasskeyNotGiven, passkeyErrorText } from './passkey-atoms.ts'
import { type Needed, ProofFields, useProof } from './proof-fields.tsx'
import { SetUpDone } from './recovery-codes.tsx'

/** Adds a passkey: its name and the password, then what the browser asks, then the recovery codes. */
export function PasskeyAdd({ needed, onDone }: { needed: Needed; onDone: () => void }) {
  const { t } = useTranslation('two-step')
  const [name, setName] = useState(() => agentName(navigator.userAgent))
  const [codes, setCodes] = useState<readonly string[]>()
  const [failure, setFailure] = useState<LocalizedText>()
  const { form: element, ...form } = useFormSubmit()
  const proof = useProof(needed)
  const { busy, error: rejected, run, setError } = form
  const add = useSetAtom(addPasskeyAtom)
  const create = async (shown: Proof) => {
    setFailure(undefined)
    if (trimName(name) === '') return setFailure(localized(() => i18next.t('two-step:passkey.nameMissing')))
    try {
      setCodes(await add({ name: trimName(name), ...shown }))
    } catch (error) {
      if (!(error instanceof PasskeyNotGiven)) throw error
      setFailure(passkeyErrorText(error))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const typed = proof.typed(setError)
    if (typed) await run(() => create(typed))
  }
  if (codes) return <SetUpDone text={t('passkey.added')} codes={codes} onDone={onDone} />
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('passkey.name')} help={t('passkey.nameHelp')}>
        <TextInput value={name} onValue={setName} maxLength={100} autoComplete="off" />
      </Field>
      <ProofFields proof={proof} form={form} onPasskey={create} />
      {failure && <Banner tone="danger">{failure.text}</Banner>}
      {rejected && !rejected.field && <Banner tone="danger">{rejected.message}</Banner>}
      <Button type="submit" variant="primary" busy={busy}>
        {t('passkey.add')}
      </Button>
    </form>
  )
}
