import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import styles from './item-form.module.css'
import type { ItemForm } from './item-form.ts'

/** Who may read an item, and its visit password. A password that is set is never shown: it stays, or is replaced. */
export function VisibilityFields(props: {
  form: ItemForm
  /** A password is set on the server. */
  wasPrivate: boolean
  error: string | undefined
  onForm: (part: Partial<ItemForm>) => void
}) {
  const { form, wasPrivate, error, onForm } = props
  const { t } = useTranslation('item-form')
  return (
    <div>
      <RadioGroup
        label={t('form.visibility')}
        value={form.is_private ? 'private' : 'public'}
        onValue={(value) =>
          onForm({ is_private: value === 'private', keepsPassword: wasPrivate && form.password === '' })
        }
        options={[
          { value: 'public', label: t('public'), help: t('form.publicHelp') },
          { value: 'private', label: t('private'), help: t('form.privateHelp') },
        ]}
      />
      <div className={styles.indent}>
        {form.is_private && form.keepsPassword && (
          <div className={styles.set}>
            <span>{t('form.passwordSet')}</span>
            <Button size="s" onClick={() => onForm({ keepsPassword: false })}>
              {t('form.replace')}
            </Button>
          </div>
        )}
        {form.is_private && !form.keepsPassword && (
          <Field
            label={t('form.password')}
            required
            error={error}
            help={t('form.passwordHelp')}
            aside={
              wasPrivate && (
                <Button size="s" variant="ghost" onClick={() => onForm({ keepsPassword: true, password: '' })}>
                  {t('form.keep')}
                </Button>
              )
            }
          >
            <PasswordInput
              name="password"
              value={form.password}
              onValue={(password) => onForm({ password })}
              autoComplete="off"
              maxLength={128}
            />
          </Field>
        )}
        {!form.is_private && wasPrivate && (
          <p className={styles.note} role="status">
            {t('form.passwordRemoved')}
          </p>
        )}
      </div>
    </div>
  )
}
