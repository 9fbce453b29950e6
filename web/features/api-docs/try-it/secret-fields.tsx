import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Environment, saveSecretAtom } from './atoms.ts'
import styles from './call.module.css'

function SecretField(props: {
  item_id: string
  environment: Environment
  name: string
  isSet: boolean
  onChanged: () => void
}) {
  const { item_id, environment, name, isSet, onChanged } = props
  const { t } = useTranslation('api-call')
  const [isOpen, setOpen] = useState(false)
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const save = useSetAtom(saveSecretAtom)
  const keep = async (next: string) => {
    if (busy) return
    setBusy(true)
    try {
      await save({ item_id, env_id: environment.env_id, name, value: next })
      toast.ok(localized(() => i18next.t(next === '' ? 'api-call:secret.forgotten' : 'api-call:secret.kept', { name })))
      setValue('')
      setOpen(false)
      onChanged()
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
    setBusy(false)
  }
  if (isSet && !isOpen)
    return (
      <div className={styles.secret}>
        <span className={styles.name}>{name}</span>
        <Badge tone="ok">{t('secret.set')}</Badge>
        <span className={styles.tools}>
          <Button size="s" onClick={() => setOpen(true)}>
            {t('secret.replace')}
          </Button>
          <Button size="s" variant="ghost" busy={busy} onClick={() => void keep('')}>
            {t('secret.forget')}
          </Button>
        </span>
      </div>
    )
  return (
    <Field label={name}>
      <PasswordInput
        mono
        autoComplete="off"
        value={value}
        onValue={setValue}
        readOnly={busy}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          if (value !== '') void keep(value)
        }}
      />
      <div className={styles.tools}>
        <Button size="s" busy={busy} disabled={value === ''} onClick={() => void keep(value)}>
          {t('secret.keep')}
        </Button>
      </div>
    </Field>
  )
}

/** The current user's values of the secret variables of an environment: never shown again, only sent to its host. */
export function SecretFields(props: { item_id: string; environment: Environment; onChanged: () => void }) {
  const { environment } = props
  const { t } = useTranslation('api-call')
  const secrets = environment.variables.filter(({ is_secret }) => is_secret)
  if (secrets.length === 0) return null
  return (
    <section className={styles.secrets} aria-label={t('secret.title')}>
      <h3 className={styles.head}>{t('secret.title')}</h3>
      <p className={styles.note}>
        {environment.base_url === '' ? t('secret.noAddress') : t('secret.note', { host: environment.base_url })}
      </p>
      {environment.base_url !== '' &&
        secrets.map(({ name, is_set }) => <SecretField key={name} {...props} name={name} isSet={is_set} />)}
    </section>
  )
}
