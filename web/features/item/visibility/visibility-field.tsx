import { useState } from 'react'
import type { Visibility } from '#shared/contract/visibility.ts'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { type VisibilityChoice, visibilities, visibilityHelp } from './choice.ts'
import styles from './visibility-field.module.css'

/** The source of the existing access password: the item itself, the source of a copy, or an imported file. */
export type PresentPassword = 'item' | 'source' | 'file'

function AccessPassword(props: {
  choice: VisibilityChoice
  present: PresentPassword | undefined
  error: string | undefined
  onChoice: (part: Partial<VisibilityChoice>) => void
}) {
  const { choice, present, error, onChoice } = props
  const { t } = useTranslation('visibility')
  // Pressing replaces the focused control, so its replacement takes the focus.
  const [isPressed, setPressed] = useState(false)
  const press = (part: Partial<VisibilityChoice>) => {
    setPressed(true)
    onChoice(part)
  }
  if (choice.keepsPassword && present)
    return (
      <div className={styles.present}>
        <span>{t(`present.${present}`)}</span>
        <Button size="s" autoFocus={isPressed} onClick={() => press({ keepsPassword: false })}>
          {t('replace')}
        </Button>
      </div>
    )
  return (
    <Field
      label={t('accessPassword')}
      required
      error={error}
      help={t('accessPasswordHelp')}
      aside={
        present && (
          <Button size="s" variant="ghost" onClick={() => press({ keepsPassword: true, password: '' })}>
            {t('keep')}
          </Button>
        )
      }
    >
      <PasswordInput
        name="password"
        value={choice.password}
        onValue={(password) => onChoice({ password })}
        autoComplete="off"
        autoFocus={isPressed}
        maxLength={128}
      />
    </Field>
  )
}

/** Asks for the visibility of an item, and for the access password if needed. An existing password is never shown. */
export function VisibilityField(props: {
  choice: VisibilityChoice
  present: PresentPassword | undefined
  /** The visibility in the imported file. */
  ofFile?: Visibility | undefined
  error: string | undefined
  onChoice: (part: Partial<VisibilityChoice>) => void
}) {
  const { choice, present, ofFile, error, onChoice } = props
  const { t } = useTranslation('visibility')
  const isChosen = (value: Visibility) => choice.visibility === value
  return (
    <div>
      <RadioGroup<Visibility>
        label={t('label')}
        value={choice.visibility}
        onValue={(visibility) => onChoice({ visibility })}
        options={visibilities.map((value) => ({
          value,
          label: value === ofFile ? t('asInFile', { choice: t(value) }) : t(value),
          help: t(visibilityHelp(value, boot.force_login)),
          below: value === 'password' && isChosen(value) && (
            <AccessPassword choice={choice} present={present} error={error} onChoice={onChoice} />
          ),
        }))}
      />
      <p className={styles.note} role="status">
        {present === 'item' && !isChosen('password') && t('passwordEnds')}
      </p>
    </div>
  )
}
