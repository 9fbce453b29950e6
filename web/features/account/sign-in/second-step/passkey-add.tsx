import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { agentName } from '../agent-name.ts'
import styles from '../form.module.css'
import { addPasskeyAtom, passkeyErrorText } from './passkey-atoms.ts'
import { SetUpDone } from './recovery-codes.tsx'

/** Adds a passkey: its name and the password, then what the browser asks, then the recovery codes. */
export function PasskeyAdd({ needsPassword, onDone }: { needsPassword: boolean; onDone: () => void }) {
  const { t } = useTranslation(['two-step', 'ui'])
  const [name, setName] = useState(() => agentName(navigator.userAgent))
  const [password, setPassword] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const add = useSetAtom(addPasskeyAtom)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (trimName(name) === '') return setFailure(localized(() => i18next.t('two-step:passkey.nameMissing')))
    if (needsPassword && password === '') return setFailure(localized(() => i18next.t('ui:password.ownMissing')))
    setBusy(true)
    setFailure(undefined)
    try {
      setCodes(await add({ name: trimName(name), password }))
    } catch (error) {
      setFailure(passkeyErrorText(error))
    } finally {
      setBusy(false)
    }
  }
  if (codes) return <SetUpDone text={t('passkey.added')} codes={codes} onDone={onDone} />
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('passkey.name')} help={t('passkey.nameHelp')}>
        <TextInput value={name} onValue={setName} maxLength={100} autoComplete="off" />
      </Field>
      {needsPassword && (
        <Field label={t('ui:password.own')}>
          <PasswordInput value={password} onValue={setPassword} autoComplete="current-password" autoFocus />
        </Field>
      )}
      {failure && <Banner tone="danger">{failure.text}</Banner>}
      <Button type="submit" variant="primary" busy={busy}>
        {t('passkey.add')}
      </Button>
    </form>
  )
}
