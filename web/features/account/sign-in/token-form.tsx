import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { addTokenAtom } from './atoms.ts'
import styles from './user-centre.module.css'

const choices = ['30', '90', '180'] as const

/** Creates an access token and shows it once, in a dialog. */
export function TokenForm() {
  const { t } = useTranslation(['account', 'ui'])
  const addToken = useSetAtom(addTokenAtom)
  const [name, setName] = useState('')
  const [days, setDays] = useState<(typeof choices)[number]>('90')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [rejected, setRejected] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState('')
  useUnsaved(t('tokens.name'), name.trim() || undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setRejected(undefined)
    const isMissing = trimName(name) === '' || password === ''
    setMissing(isMissing)
    if (isMissing) return
    setBusy(true)
    try {
      setMade(await addToken({ name: trimName(name), days: Number(days), password }))
      // The user may have started typing another name.
      setName((now) => (now === name ? '' : now))
      setPassword((now) => (now === password ? '' : now))
    } catch (error) {
      setRejected(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('tokens.name')}
        help={t('tokens.nameHelp')}
        error={missing && trimName(name) === '' ? t('tokens.nameMissing') : ''}
      >
        <TextInput value={name} onValue={setName} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={t('tokens.days')}>
        <Select
          options={choices.map((value) => ({ value, label: t('tokens.dayCount', { count: Number(value) }) }))}
          value={days}
          onValue={setDays}
        />
      </Field>
      <Field label={t('ui:password.own')} error={missing && password === '' ? t('ui:password.ownMissing') : ''}>
        <PasswordInput value={password} onValue={setPassword} autoComplete="current-password" />
      </Field>
      {rejected && <Banner tone="danger">{rejected.text}</Banner>}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('tokens.make')}
        </Button>
      </div>
      <Dialog
        open={made !== ''}
        onClose={() => setMade('')}
        title={t('tokens.made')}
        footer={<Button onClick={() => setMade('')}>{t('tokens.close')}</Button>}
      >
        <CopyField label={t('tokens.title')} value={made} help={t('tokens.madeText')} />
      </Dialog>
    </form>
  )
}
