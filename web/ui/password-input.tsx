import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from './icon-button.tsx'
import { HideIcon, ShowIcon, WarnIcon } from './icons.ts'
import styles from './password-input.module.css'
import { passwordStrength } from './password-strength.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A password field with show and hide, a caps lock warning, and an optional strength bar with a label. */
export function PasswordInput({
  strength = false,
  startsShown = false,
  value = '',
  onKeyUp,
  ...rest
}: Omit<TextInputProps, 'type' | 'end' | 'icon' | 'value'> & {
  value?: string
  /** Shows the strength of a new password. */
  strength?: boolean
  /** Shows the password from the start. */
  startsShown?: boolean
  autoComplete: 'current-password' | 'new-password' | 'off'
}) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(startsShown)
  const [capsLock, setCapsLock] = useState(false)
  const level = passwordStrength(value)
  const watchCaps = (event: KeyboardEvent<HTMLInputElement>) => {
    setCapsLock(event.getModifierState('CapsLock'))
    onKeyUp?.(event)
  }
  return (
    <>
      <TextInput
        {...rest}
        value={value}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="off"
        onKeyUp={watchCaps}
        end={
          <IconButton
            size="s"
            label={t(shown ? 'password.hide' : 'password.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <HideIcon /> : <ShowIcon />}
          </IconButton>
        }
      />
      {capsLock && (
        <p className={styles.caps} role="status">
          <WarnIcon />
          {t('password.capsLock')}
        </p>
      )}
      {strength && value !== '' && (
        <p className={styles.strength} data-level={level}>
          <span className={styles.bar} aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
          <span role="status">{t(`password.level${level}`)}</span>
        </p>
      )}
    </>
  )
}
