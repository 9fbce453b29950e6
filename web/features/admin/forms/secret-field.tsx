import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckIcon, WarnIcon } from '#web/ui/icons.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'
import styles from './forms.module.css'
import { passwordMask } from './mask.ts'

/** Field for a secret: the stored value is never shown, only that it is set; it can be replaced or removed. */
export function SecretField(props: {
  label: string
  help: string
  value: string
  isStored: boolean
  isChanged: boolean
  /** Whether saving makes the server drop the secret, because its target has changed. */
  isLost: boolean
  max: number | undefined
  error: string | undefined
  onValue: (value: string) => void
  /** Restores the stored value. */
  onBack: () => void
}) {
  const { label, help, value, isStored, isChanged, isLost, max, error, onValue, onBack } = props
  const { t } = useTranslation('admin')
  const [isOpen, setOpen] = useState(false)
  const isTyping = !isStored || isOpen || (isChanged && value !== '')
  if (isTyping) {
    return (
      <Field
        label={label}
        help={help}
        error={error}
        aside={isChanged && <span className={styles.changed}>{t('form.changed')}</span>}
      >
        <div className={styles.secret}>
          <div className={styles.grow}>
            <PasswordInput
              value={value === passwordMask ? '' : value}
              onValue={(text) => (text === '' ? onBack() : onValue(text))}
              placeholder={t(isStored ? 'secret.new' : 'secret.none')}
              maxLength={max}
              autoComplete="off"
              autoFocus={isOpen}
            />
          </div>
          {isStored && (
            <Button
              onClick={() => {
                setOpen(false)
                onBack()
              }}
            >
              {t('secret.keep')}
            </Button>
          )}
        </div>
      </Field>
    )
  }
  const isRemoved = isChanged && value === ''
  return (
    <div className={styles.set} role="group" aria-label={label}>
      <span className={styles.label}>
        {label}
        {isChanged && <span className={styles.changed}>{t('form.changed')}</span>}
      </span>
      <div className={styles.secret}>
        <span className={styles.state} data-lost={isLost || isRemoved || undefined}>
          {isLost || isRemoved ? <WarnIcon /> : <CheckIcon />}
          {t(isRemoved ? 'secret.removed' : isLost ? 'secret.lost' : 'secret.set')}
        </span>
        {isRemoved ? (
          <Button size="s" onClick={onBack}>
            {t('secret.keep')}
          </Button>
        ) : (
          <>
            <Button size="s" onClick={() => setOpen(true)}>
              {t('secret.replace')}
            </Button>
            <Button size="s" variant="ghost" onClick={() => onValue('')}>
              {t('secret.remove')}
            </Button>
          </>
        )}
      </div>
      <span className={styles.help}>{help}</span>
    </div>
  )
}
