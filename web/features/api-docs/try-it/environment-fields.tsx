import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './call.module.css'
import { type EnvironmentForm, type FormErrors, newVariable, type VariableField } from './environment-input.ts'

/** Fields for the name, base URL and variables of an environment. */
export function EnvironmentFields(props: {
  form: EnvironmentForm
  onForm: (form: EnvironmentForm) => void
  faults: FormErrors | undefined
  canEdit: boolean
}) {
  const { form, onForm, faults, canEdit } = props
  const { t } = useTranslation('api-call')
  const { variables } = form
  const put = (id: number, change: Partial<VariableField>) =>
    onForm({ ...form, variables: variables.map((one) => (one.id === id ? { ...one, ...change } : one)) })
  return (
    <fieldset className={styles.fields} disabled={!canEdit}>
      <legend className="visually-hidden">{form.env_name || t('env.new')}</legend>
      {canEdit && (
        <Field label={t('env.name')} required error={faults?.env_name && t('env.nameNeeded')}>
          <TextInput
            value={form.env_name}
            maxLength={60}
            placeholder={t('env.nameHint')}
            onValue={(env_name) => onForm({ ...form, env_name })}
          />
        </Field>
      )}
      <Field label={t('env.base')} help={t('env.baseHelp')} error={faults?.base_url && t('env.baseBad')}>
        <TextInput
          mono
          value={form.base_url}
          maxLength={500}
          placeholder="https://api.example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onValue={(base_url) => onForm({ ...form, base_url })}
        />
      </Field>
      <div className={styles.rows} role="group" aria-label={t('env.variables')}>
        <h3 className={styles.head}>{t('env.variables')}</h3>
        {variables.map((one) => (
          <div key={one.id} className={styles.variable}>
            <TextInput
              size="s"
              mono
              aria-label={t('env.variable')}
              placeholder={t('env.variable')}
              aria-invalid={faults?.names.has(one.id) || undefined}
              value={one.name}
              maxLength={60}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onValue={(name) => put(one.id, { name })}
            />
            {one.isSecret ? (
              <span className={styles.note}>{t('env.ownValue')}</span>
            ) : (
              <label className={styles.envValue}>
                <span className={styles.envValueName}>{t('row.valueHint')}</span>
                <TextInput
                  size="s"
                  mono
                  aria-label={t('env.value', { name: one.name })}
                  placeholder={t('row.valueHint')}
                  value={one.value}
                  autoComplete="off"
                  spellCheck={false}
                  onValue={(value) => put(one.id, { value })}
                />
              </label>
            )}
            <Checkbox
              label={t('env.secret')}
              checked={one.isSecret}
              onChecked={(isSecret) => put(one.id, { isSecret })}
            />
            {canEdit && (
              <IconButton
                size="s"
                label={t('row.remove', { name: one.name || t('row.new') })}
                onClick={() => onForm({ ...form, variables: variables.filter(({ id }) => id !== one.id) })}
              >
                <CloseIcon />
              </IconButton>
            )}
          </div>
        ))}
        {faults && faults.names.size > 0 && (
          <p className={styles.wrong} role="alert">
            {t('env.namesBad')}
          </p>
        )}
        {canEdit && (
          <div className={styles.add}>
            <Button
              size="s"
              variant="ghost"
              icon={<AddIcon />}
              onClick={() => onForm({ ...form, variables: [...variables, newVariable()] })}
            >
              {t('env.add')}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  )
}
